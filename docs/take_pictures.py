"""Take the README's pictures from the running app: python docs/take_pictures.py

Writes each page at its default setting as a thumbnail, and the map during playback as an
animation, in both languages, into docs/pictures/. Needs a Chromium and requirements-dev.txt.
"""

import io
import sys
import time
from pathlib import Path

from PIL import Image, ImageOps
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.browser import launch_options  # noqa: E402
from benchmarks.server import running  # noqa: E402
from ui.words.language import LANGUAGES, read_words  # noqa: E402

FOLDER = Path(__file__).parent / "pictures"
WINDOW = {"width": 1280, "height": 800}
PICTURE_WINDOW = {"width": 880, "height": 550}
THUMBNAIL = (400, 250)
FILM_WIDTH = 840
FRAME_MS, FRAMES = 500, 48
PAGES = (
    "positional_encoding", "masks", "attention", "self_attention", "multi_head_attention",
    "your_sentence", "attention_limits", "encoder_decoder", "learning_rate", "training",
    "ablations", "mistakes",
)  # fmt: skip
MAP = '[data-workbench="map"]'
TRAINING = ".training"
ENDED = "button.icon.play[aria-pressed=false]"
DRAWN = "[data-workbench][data-drawn]"
RUN_SECONDS = 120


def picture_of(page: Page, selector: str | None = None) -> Image.Image:
    shot = page.locator(selector).first.screenshot() if selector else page.screenshot()
    return Image.open(io.BytesIO(shot)).convert("RGB")


def save(picture: Image.Image, name: str, language: str) -> None:
    suffix = "" if language == "en" else f".{language}"
    picture.save(FOLDER / f"{name}{suffix}.webp", quality=80, method=6)


def open_page(browser: Browser, address: str, language: str, *, only_picture: bool = False) -> Page:
    window = PICTURE_WINDOW if only_picture else WINDOW
    page = browser.new_page(viewport=window, locale=language)
    embedded = "&embed=true&embed_options=picture" if only_picture else ""
    page.goto(f"{address}?lang={language}{embedded}")
    page.locator(DRAWN).first.wait_for(timeout=60_000)
    return page


def thumbnail(picture: Image.Image) -> Image.Image:
    """Return the upper part of a picture, in full width, cropped to the shape of a thumbnail."""
    height = min(picture.height, picture.width * THUMBNAIL[1] // THUMBNAIL[0])
    cut = picture.crop((0, 0, picture.width, height))
    return ImageOps.pad(cut, THUMBNAIL, Image.Resampling.LANCZOS, color="white")


def take_pages(browser: Browser, address: str, language: str) -> None:
    for name in PAGES:
        page = open_page(browser, f"{address}/{name}", language, only_picture=name != "training")
        if name == "training":
            start = read_words(language, "training")["player.start"]
            page.get_by_role("button", name=start, exact=True).click()
            page.wait_for_timeout(1000 * RUN_SECONDS)
        page.wait_for_timeout(2500)
        picture = picture_of(page, TRAINING if name == "training" else None)
        save(thumbnail(picture), name, language)
        page.close()


def take_film(browser: Browser, address: str, language: str) -> None:
    """Record the map during its automatic playback; its end is the overview's thumbnail."""
    page = open_page(browser, f"{address}/", language)
    page.locator(".speed").select_option("1")
    frames, began = [], time.monotonic()

    def add_frame() -> None:
        frame = picture_of(page, MAP)
        size = (FILM_WIDTH, round(frame.height * FILM_WIDTH / frame.width))
        frames.append(frame.resize(size, Image.Resampling.LANCZOS))

    for count in range(FRAMES):
        page.wait_for_timeout(max(0, FRAME_MS * count - 1000 * (time.monotonic() - began)))
        add_frame()
    page.locator(ENDED).wait_for(timeout=60_000)
    page.wait_for_timeout(500)
    add_frame()
    save(thumbnail(picture_of(page, MAP)), "overview", language)
    page.close()
    suffix = "" if language == "en" else f".{language}"
    durations = [FRAME_MS] * (len(frames) - 1) + [4000]
    # A longer caption makes the map's element higher.
    size = (FILM_WIDTH, max(frame.height for frame in frames))
    first, *others = (
        ImageOps.pad(frame, size, color="white", centering=(0, 0)) for frame in frames
    )
    first.save(
        FOLDER / f"map{suffix}.webp", save_all=True, append_images=others, duration=durations,
        loop=0, quality=55, method=6,
    )  # fmt: skip


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with running() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        for language in LANGUAGES:
            take_film(browser, address, language)
            take_pages(browser, address, language)
        browser.close()


if __name__ == "__main__":
    main()
