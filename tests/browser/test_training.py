"""A run on the training page under a person's hands, from its start to its file."""

import base64
import re
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import Download, Locator, Page, TimeoutError, expect

from pages.training.curves import LAYER_COLOURS, RUN_COLOURS, figures
from pages.training.run_model import config_of
from pages.training.setting import TrainingSetting
from tests.browser.drawn_curves import Line, expect_lines
from tests.browser.matrix_board import PATIENCE_SECONDS, MatrixBoard, arithmetic_title
from tests.browser.model_map_board import choose_preset
from tests.pages.answers import Asked
from transformer_lab.learning import Record, RunConfig, learn
from ui.questions.register import question_of
from ui.words.language import read_words, text_of

pytestmark = pytest.mark.thorough

WORDS = read_words("en", "training")
SHORT = "training?tr_steps=40&tr_d_model=16&tr_d_ff=16&tr_batch_size=16"
SHARE = text_of("training", "en").section("share")
PICTURE = ".training"
FAR = re.compile(SHARE["recording_run"].replace("{percent}", r"[1-9]0"))
"""What is said while a film is recorded."""
FILM = """async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const video = document.createElement("video"), canvas = document.createElement("canvas");
    const after = (event, act) => new Promise((done, failed) => {
        video.addEventListener(event, done, {once: true});
        video.onerror = () => failed(new Error(video.error.message));
        act();
    });
    const url = URL.createObjectURL(new Blob([bytes], {type: "video/webm"}));
    await after("loadeddata", () => { video.src = url; });
    const stated = video.duration;
    const at = async (seconds) => {
        await after("seeked", () => { video.currentTime = seconds; });
        canvas.width = video.videoWidth;
        canvas.height = video.videoHeight;
        canvas.getContext("2d").drawImage(video, 0, 0);
        return canvas.toDataURL();
    };
    const last = await at(1e6), seconds = video.currentTime, first = await at(0);
    return {stated, seconds, first, last, width: canvas.width, height: canvas.height};
}"""


# For whoever reads that a run did not get so far.
STANDING = """() => ({
    address: location.href,
    visibility: document.visibilityState,
    pictures: [...document.querySelectorAll(".training")].map(({ dataset }) => ({ ...dataset })),
    now: performance.now(),
})"""


def button(page: Page, words: str) -> Locator:
    return page.get_by_role("button", name=WORDS[words], exact=True)


def expect_status(page: Page, *status: str, within: float = PATIENCE_SECONDS) -> None:
    """How the run is, soon."""
    selector = ", ".join(f'{PICTURE}[data-status="{one}"]' for one in status)
    expect(page.locator(selector)).to_have_count(1, timeout=1000 * within)


def shown_step(page: Page) -> int:
    return int(page.locator(PICTURE).get_attribute("data-step") or -1)


def wait_for_step(page: Page, least: int) -> None:
    try:
        page.wait_for_function(
            "(least) => Number(document.querySelector('.training').dataset.step) >= least",
            arg=least,
        )
    except TimeoutError as error:
        raise AssertionError(f"not at step {least}: {page.evaluate(STANDING)}") from error


def scrub_to(page: Page, place: int) -> None:
    """To the record at a place, by the scrubber."""
    page.locator(".scrub .range").evaluate(
        """(range, place) => {
            range.value = String(place);
            for (const name of ["input", "change"]) range.dispatchEvent(new Event(name));
        }""",
        place,
    )


@pytest.fixture(scope="module")
def address() -> dict[str, str]:
    """Where the short run is that all of these tests look at, once one of them has trained it."""
    return {}


@pytest.fixture
def trained(visit, address: dict[str, str]) -> Page:
    """A page with a short run that is over."""
    page = visit(address.get("trained", SHORT), is_loaded=True).page
    if not address:
        button(page, "player.start").click()
    expect_status(page, "done")
    wait_for_step(page, 40)
    address["trained"] = page.url.partition("127.0.0.1:")[2].partition("/")[2]
    return page


@pytest.mark.always
def test_a_run_is_begun_with_one_step_resumed_paused_taken_on_and_stopped(visit) -> None:
    page = visit("training?tr_steps=4000").page
    expect_status(page, "none")
    expect(page.locator(".training .status")).to_contain_text("Untrained")
    button(page, "player.one_step").click()
    expect(page).to_have_url(re.compile("tr_run="))
    # The first run on this server: the processes that compute it are started for it.
    expect_status(page, "paused", within=4 * PATIENCE_SECONDS)
    assert shown_step(page) == 1
    button(page, "player.resume").click()
    wait_for_step(page, 2)
    button(page, "player.pause").click()
    expect_status(page, "paused")
    # What was under way when it was asked to pause has come by then.
    page.wait_for_timeout(600)
    at = shown_step(page)
    button(page, "player.one_step").click()
    wait_for_step(page, at + 1)
    expect_status(page, "paused")
    button(page, "player.resume").click()
    expect_status(page, "running")
    button(page, "player.stop").click()
    expect_status(page, "stopped")
    expect(page.locator(".area-verdict")).to_contain_text("Stopped at step")
    button(page, "player.reset").click()
    expect_status(page, "none")
    expect(page).not_to_have_url(re.compile("tr_run="))


# Of a record, by chart, what each line is drawn through; the line's axis, and its colour.
LEARNING = (("loss", "y"), ("held_out_loss", "y"), ("exact", "y2"), ("held_out_exact", "y2"))
LAYERS = {"gradients": "gradient_norms", "updates": "update_sizes"}


@cache
def records_of(config: RunConfig) -> list[Record]:
    return list(learn(config))


def lines_of_run(setting: TrainingSetting, chart: str) -> list[Line]:
    """What the curves of a finished run have to go through."""
    config, (colour, *_) = config_of(setting), RUN_COLOURS
    records = records_of(config)
    steps = [record.step for record in records]
    if chart == "learning":
        return [
            Line(steps, [getattr(record, name) for record in records], colour, axis)
            for name, axis in LEARNING
        ]
    values = [getattr(record, LAYERS[chart]) for record in records]
    return [
        Line(steps, [one.get(layer) for one in values], LAYER_COLOURS[place % len(LAYER_COLOURS)])
        for place, layer in enumerate(values[-1])
    ]


@pytest.mark.parametrize("chart", ["learning", *LAYERS])
def test_the_curves_of_a_run_are_drawn_through_its_records(trained, visit, address, chart) -> None:
    page = visit(f"{address['trained']}&tr_chart={chart}").page
    expect_status(page, "done")
    wait_for_step(page, 40)
    given = Asked.at("training", **dict(parse_qsl(SHORT.partition("?")[2]))).setting
    figure = figures(text_of("training", "en"), [config_of(given)])[chart]
    node = page.locator(".training [data-workbench=curve]")
    node.locator(".js-line").first.wait_for()
    expect_lines(node, lines_of_run(given, chart), figure["layout"])


def test_a_run_is_scrubbed_played_explained_and_found_again(trained: Page) -> None:
    page = trained
    weights = MatrixBoard(page, "weights")
    last = weights.value(0, 0)
    scrub_to(page, 0)
    expect(page.locator(PICTURE)).to_have_attribute("data-step", "0")
    expect(page.locator(PICTURE)).to_have_attribute("data-caption", "step 0")
    expect(page).to_have_url(re.compile("tr_step=0"))
    expect(page.locator(".predicted")).to_contain_text("Untrained")
    assert weights.value(0, 0) != last
    expect(arithmetic_title(page)).to_contain_text("Weights[")
    expect(page.locator(".box").first).to_contain_text("step 0")
    button(page, "player.play").click()
    expect(button(page, "player.halt")).to_be_visible()
    wait_for_step(page, 2)
    button(page, "player.halt").click()
    scrub_to(page, 10)
    expect(page).to_have_url(re.compile("tr_step=10"))
    page.reload()
    expect_status(page, "done")
    expect(page.locator(PICTURE)).to_have_attribute("data-step", "10")


def test_an_input_is_decoded_and_a_step_opened_on_the_map(trained: Page) -> None:
    page = trained
    scrub_to(page, 20)
    expect(page).to_have_url(re.compile(r"tr_step=\d+"))
    field = page.locator(".own-input input")
    field.fill("1234567890")
    button(page, "own.write").click()
    expect(page.locator(".area-own .note-line")).to_contain_text("writes")
    expect(page.locator(".training .own-caption")).to_contain_text("Your input")
    expect(page.locator(".predicted .row").first).to_contain_text("1 2 3 4 5 6 7 8 9 0")
    field.fill("12x")
    field.press("Enter")
    expect(page.locator(".area-own .note-line")).to_contain_text("“x” is not part of this task")
    field.fill("1234567890")
    field.press("Enter")
    button(page, "player.model_map").click()
    board = page.locator(".model-map[data-drawn]")
    expect(board).to_be_visible()
    cell = "decoder.layers.0.cross_attention.w_q.weight@0.0"
    box = board.evaluate("(node) => node.cellBox('src_encoded@1.1')")
    page.mouse.click(box["x"] + 1, box["y"] + box["height"] / 2)
    expect(page).to_have_url(re.compile("tr_pin=src_encoded"))
    page.goto(re.sub("tr_pin=[^&]+", f"tr_pin={cell}", page.url))
    expect(page.locator("[data-workbench=arithmetic]")).to_contain_text("gradient g")
    button(page, "player.back").click()
    expect(page.locator(".training .curves")).to_be_visible()


def test_two_runs_stand_over_each_other(trained: Page) -> None:
    page = trained
    choose_preset(page, WORDS["presets.no_positions"])
    expect(page).to_have_url(re.compile("tr_beside="))
    expect(page).not_to_have_url(re.compile("tr_run="))
    expect(page.locator(".run-legend")).to_contain_text(WORDS["curve.other_run"])
    expect(page.locator(".training .status")).to_contain_text("has not started")
    expect(page.locator(".scrub .readout")).to_have_text("other run: step 40")
    expect(page.locator(".area-chips .watch").first).to_contain_text(WORDS["watch.no_positions"])
    page.get_by_role("button", name=WORDS["expect.not"], exact=True).click()
    button(page, "player.start").click()
    wait_for_step(page, 5)
    lines = "(node) => node.data.filter(({ mode }) => mode === 'lines').length"
    assert page.locator(".training .js-plotly-plot").evaluate(lines) == 8
    expect(page.locator(".predicted .row")).to_have_count(3)
    button(page, "player.stop").click()
    expect_status(page, "stopped", "done")
    expect(page.locator(".area-verdict")).to_contain_text("You expected")
    button(page, "player.remove").click()
    expect(page).not_to_have_url(re.compile("tr_beside="))


def test_a_guess_is_taken_for_another_training_though_it_is_that_of_the_run_before(
    trained: Page,
) -> None:
    page = trained
    page.goto(f"{page.url}&tr_expected=not")
    expect_status(page, "done")
    choose_preset(page, WORDS["presets.copy"])
    expect(page).not_to_have_url(re.compile("tr_expected="))
    guess = page.get_by_role("button", name=WORDS["expect.not"], exact=True)
    guess.click()
    expect(guess).to_have_attribute("aria-pressed", "true")
    expect(page).to_have_url(re.compile("tr_expected=not"))


def test_a_number_field_says_what_it_takes_until_it_has_that(visit) -> None:
    page = visit(SHORT).page
    layers = page.get_by_label(WORDS["controls.num_layers"], exact=True).first
    layers.fill("9")
    layers.press("Enter")
    limit = page.locator(".number-limit")
    expect(limit).to_have_text("Integers 1–4")
    layers.fill("2")
    layers.press("Enter")
    expect(limit).to_have_count(0)


def test_a_run_is_kept_as_a_file_and_loaded_again(trained: Page, tmp_path: Path) -> None:
    page = trained
    run = page.url
    with page.expect_download() as download:
        page.locator(".scrub a.chip").first.click()
    file = tmp_path / "run.safetensors"
    download.value.save_as(file)
    assert file.stat().st_size < 2_000_000
    page.locator(".scrub input[type=file]").set_input_files(file)
    expect(page).not_to_have_url(run)
    expect_status(page, "done")
    wait_for_step(page, 40)


def decoded(page: Page, film: bytes) -> dict[str, Any]:
    """A film as a browser shows it: how long and how large it is, its first and its last picture.

    In a page of its own: ours plays no media.
    """
    other = page.context.new_page()
    try:
        shown: dict[str, Any] = other.evaluate(FILM, base64.b64encode(film).decode())
        return shown
    finally:
        other.close()


def test_a_run_is_saved_as_a_film_and_the_page_stays_at_its_step(trained: Page) -> None:
    page = trained
    scrub_to(page, 10)
    expect(page).to_have_url(re.compile("tr_step=10"))
    page.locator(".history-bar .share").click()
    page.locator(".share-panel [data-tab=picture]").click()
    button = page.locator(".share-panel").get_by_role("button", name=SHARE["film"], exact=True)
    with page.expect_download() as download:
        button.click()
        expect(page.locator(".share-panel .message")).to_have_text(FAR)
    film = Path(download.value.path()).read_bytes()
    assert film[:4] == b"\x1a\x45\xdf\xa3"
    assert 50_000 < len(film) < 8_000_000
    shown = decoded(page, film)
    assert 3 < shown["seconds"] < 10
    assert shown["stated"] == pytest.approx(shown["seconds"], abs=0.1)
    assert shown["width"] == 1440 and 600 < shown["height"] < 1000
    assert shown["first"] != shown["last"]
    expect(page.locator(PICTURE)).to_have_attribute("data-step", "10")


def test_a_film_ends_without_a_file_when_its_panel_is_closed(trained: Page) -> None:
    page = trained
    files: list[Download] = []
    page.on("download", lambda one: files.append(one))
    page.locator(".history-bar .share").click()
    page.locator(".share-panel [data-tab=picture]").click()
    page.locator(".share-panel").get_by_role("button", name=SHARE["film"], exact=True).click()
    expect(page.locator(".share-panel .message")).to_have_text(FAR)
    page.keyboard.press("Escape")
    expect(page.locator(".share-panel")).to_have_count(0)
    page.wait_for_timeout(1000)
    assert not files


def test_a_run_that_is_gone_says_so_and_can_be_started_again(visit) -> None:
    visited = visit("training?tr_run=nothing-of-this-name")
    visited.expected, page = "404", visited.page
    expect_status(page, "gone")
    expect(page.locator(".training .status")).to_contain_text("This run is gone")
    expect(button(page, "player.start")).to_be_enabled()


def test_a_question_begins_its_run_and_keeps_it_when_asked_again(visit) -> None:
    page = visit(question_of("nonsense").address("en")).page
    expect(page).to_have_url(re.compile(r"tr_run=(?!begin)[\w-]+"), timeout=30_000)

    def runs() -> list[str]:
        return re.findall(r"tr_(?:run|beside)=[^&]+", page.url)

    shown = runs()
    page.locator("#ask-input").fill(question_of("nonsense").text("en"))
    page.locator(".ask .option").first.click()
    page.wait_for_timeout(500)
    assert len(shown) == 1
    assert runs() == shown


def test_a_link_that_asks_for_a_run_begins_it_once_and_undo_does_not_begin_it_again(visit) -> None:
    visited = visit(f"{SHORT}&tr_run=begin")
    page = visited.page
    expect(page).to_have_url(re.compile(r"tr_run=(?!begin)[\w-]+"), timeout=30_000)
    page.locator("[data-move=undo]").click()
    expect(page).to_have_url(re.compile("tr_run=begin"))
    page.wait_for_timeout(500)
    expect(button(page, "player.start")).to_be_enabled()
