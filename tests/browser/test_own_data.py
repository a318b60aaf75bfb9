"""Own data under a person's hands: from a pasted table to what is written, and its map."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.matrix_board import arithmetic_title
from tests.lab.learning.own_examples import MONTHS
from ui.words.language import read_words

pytestmark = pytest.mark.thorough

WORDS = read_words("en", "training")
ROWS = [
    f"{month} {day} {year}\t{year}-{number:02d}-{day:02d}"
    for number, month in enumerate(MONTHS, 1)
    for day in range(1, 29)
    for year in (2024, 2025)
]
SECONDS = 120_000


def opened(page: Page, text: str, task: str = "own_pairs") -> None:
    """The dialog, with data read in it."""
    page.get_by_role("button", name=WORDS["bring.button"]).click()
    dialog = page.get_by_role("dialog")
    dialog.locator(f'[data-option="{task}"]').click()
    dialog.get_by_role("textbox").fill(text)
    dialog.get_by_role("button", name=WORDS["bring.read"], exact=True).click()


def test_from_a_pasted_table_to_a_written_date_and_its_map(visit) -> None:
    page = visit("training").page
    opened(page, "\n".join([*ROWS, "alone"]))
    report = page.locator("[data-workbench=data-report]")
    expect(report).to_contain_text("672 pairs (TSV, UTF-8)")
    expect(report).to_contain_text(f"{WORDS['reasons.columns']}: line 673")
    expect(report.locator("tr")).to_have_count(5)
    page.get_by_role("button", name=WORDS["bring.use"]).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page).to_have_url(re.compile("tr_task=own_pairs"))
    page.get_by_label("Steps", exact=True).fill("120")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("tr_steps=120"))
    page.get_by_role("button", name=WORDS["player.start"], exact=True).click()
    done = page.locator('.training[data-status="done"]')
    expect(done).to_have_count(1, timeout=SECONDS)
    page.locator("#own-input").fill("march 14 2025")
    page.get_by_role("button", name=WORDS["own.write"], exact=True).click()
    expect(page.locator(".area-own")).to_contain_text("2025 - 03 - 14", timeout=SECONDS)
    page.get_by_role("button", name=WORDS["player.model_map"], exact=True).click()
    expect(page.locator("[data-workbench=map]")).to_be_visible(timeout=SECONDS)
    expect(arithmetic_title(page)).to_contain_text("[")
    page.locator(".area-own").get_by_role("link", name="Your sentence").click()
    expect(page).to_have_url(re.compile("your_sentence.*ys_name=run"))
    expect(page.locator(".area-written")).to_contain_text("2025 - 03 - 14", timeout=SECONDS)


def test_a_file_that_cannot_be_used_says_why_and_swapped_columns_are_read_again(visit) -> None:
    here = visit("training")
    here.expected, page = r"400 \(Bad Request\)", here.page
    opened(page, "only one column\n" * 30)
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("status")).to_have_text(WORDS["bring_errors.no_pairs"])
    expect(dialog.get_by_role("button", name=WORDS["bring.use"])).to_be_hidden()
    dialog.get_by_role("textbox").fill("\n".join(ROWS))
    dialog.get_by_role("button", name=WORDS["bring.read"], exact=True).click()
    first = dialog.locator("tr").nth(1)
    expect(first).to_contain_text("january 1 2024")
    dialog.get_by_role("button", name=WORDS["bring.swap"]).click()
    expect(first.locator("td").first).to_have_text("2024 - 01 - 01")


def test_an_example_is_read_at_once_and_again_in_pieces_on_a_telephone_too(visit) -> None:
    page = visit("training", width=390, height=844).page
    page.get_by_role("button", name=WORDS["bring.button"]).click()
    dialog = page.get_by_role("dialog")
    dialog.locator('[data-option="dates"]').click()
    report = page.locator("[data-workbench=data-report]")
    expect(report).to_contain_text("300 pairs (TSV, UTF-8)")
    expect(report.locator("td").first).to_have_text("June 7 2025")
    dialog.locator('[data-option="characters"]').click()
    expect(report.locator("td").first).to_contain_text("J u n e")
    expect(dialog.get_by_role("button", name=WORDS["bring.use"])).to_be_visible()
    # No line of it runs out of the dialog.
    assert dialog.evaluate("(node) => node.scrollWidth <= node.clientWidth")


def test_ten_steps_are_timed(visit) -> None:
    page = visit("training?tr_steps=500&tr_d_model=16&tr_d_ff=16").page
    page.get_by_role("button", name=WORDS["player.ten_steps"]).click()
    expect(page.locator('.training[data-status="paused"]')).to_have_count(1, timeout=SECONDS)
    expect(page.locator(".training .status")).to_contain_text(
        re.compile(r"Paused at step 10 of 500 · \d+ (s|min) left at [\d,.]+ steps/s")
    )
