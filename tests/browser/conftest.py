"""A real server, a real Chromium, and for each test a visitor whom nothing may trouble."""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Playwright,
    sync_playwright,
)

from benchmarks.browser import HOW_TO_GET_ONE, find_browser, launch_options
from benchmarks.server import free_port, running
from tests.browser.kept_tab import ALL, SEEN, KeptTab
from tests.browser.matrix_board import PATIENCE_SECONDS, wait_until_drawn, wait_until_idle
from ui.shell.security import EMBEDDING

# Streamlit looks below the page's own path for its base path, and falls back when it finds nothing.
STREAMLIT_LOOKS_FOR = ("/_stcore/health", "/_stcore/host-config")
# By then a page has told Streamlit what was done last.
TOLD_MS = 250
# One page after another in one process: none compiles Streamlit's code anew.
ONE_PROCESS = ["--process-per-site", "--renderer-process-limit=1"]
# A page lives for a second or two: code that would be made faster behind it is not used again, and
# where there is room enough nothing has to be cleaned up. A quarter less for the processor.
SHORT_LIVED = [
    "--js-flags=--no-opt,--no-maglev,--min-semi-space-size=64,--max-semi-space-size=128",
]
NO_MEDIA = {"media": "null", "reduced_motion": "null", "forced_colors": "null"}
LOCALE = "en-US"
Profiles = Callable[[str], "Profile"]
Tab = Callable[[str, int, bool], KeptTab]
RECORDER = Path(__file__).with_name("drawn_texts.js").read_text(encoding="utf-8")


@dataclass
class Profile:
    """Somebody's browser: of one language, in the one that all share, which compiles once."""

    context: BrowserContext
    locale: str

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.add_init_script(ALL)
        if self.locale != LOCALE:
            # What pages and the server are told. How numbers look by default is of the process.
            session = self.context.new_cdp_session(page)
            agent = {"userAgent": page.evaluate("navigator.userAgent")}
            session.send("Emulation.setUserAgentOverride", agent | {"acceptLanguage": self.locale})
        return page


@dataclass
class Visit:
    """One open page, and all that went wrong or out of the machine in it."""

    page: Page
    troubles: list[str] = field(default_factory=list)
    sent: list[object] = field(default_factory=list)
    """What went to the server over the websocket."""
    expected: str = ""
    """What the browser may note, and is no trouble: a regular expression."""
    tab: KeptTab | None = None
    """Where it is in a tab that stays."""

    def __post_init__(self) -> None:
        self._heard: dict[str, Callable[..., object]] = {
            "websocket": lambda socket: socket.on("framesent", self._frame),
            "pageerror": lambda error: self.troubles.append(f"page error: {error}"),
            "console": self._console,
            "request": lambda request: self._request(request.url),
            "dialog": lambda dialog: (self.troubles.append("dialog"), dialog.dismiss()),
        }
        for event, hear in self._heard.items():
            self.page.on(event, hear)

    def again(self) -> None:
        """Follow the link to what is seen now; a visit in a tab of its own loads it instead."""
        self._told()
        if self.tab:
            self.tab.open_again()
        else:
            self.page.reload()
        wait_until_drawn(self.page)

    def _told(self) -> None:
        """A page that is taken down just before a message to Streamlit finds no connection."""
        self.page.wait_for_timeout(TOLD_MS)
        wait_until_idle(self.page)

    def go(self, path: str) -> None:
        """Leave the page, and open another one of the server in the same tab that stays."""
        assert self.tab is not None
        self._told()
        self.tab.open_instead(path)
        wait_until_drawn(self.page)

    def end(self) -> None:
        """Nothing of this visit is left in the browser, and nothing more is heard."""
        self.page.unroute_all()
        # A page whose server is gone has no storage.
        with suppress(Error):
            self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
        for event, hear in self._heard.items():
            self.page.remove_listener(event, hear)

    def _frame(self, frame: object) -> None:
        self.sent.append(frame)

    def _console(self, message: ConsoleMessage) -> None:
        expected = urlsplit(message.location["url"]).path.endswith(STREAMLIT_LOOKS_FOR)
        if message.type == "error" and not ("404" in message.text and expected):
            self.troubles.append(f"console: {message.text} {message.location['url']}")

    def _request(self, url: str) -> None:
        address = urlsplit(url)
        if address.scheme not in ("data", "blob") and address.hostname != "127.0.0.1":
            self.troubles.append(f"request to {address.hostname}")


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    if find_browser() is None:
        if os.environ.get("REQUIRE_BROWSER"):
            pytest.fail(HOW_TO_GET_ONE)
        pytest.skip(HOW_TO_GET_ONE)
    with sync_playwright() as running_playwright:
        yield running_playwright


@pytest.fixture(scope="session")
def browser_context(
    playwright: Playwright, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BrowserContext]:
    """One browser, the same in every test: Streamlit's own code is compiled once."""
    options = launch_options(may_be_shell=True)
    options = {**options, "args": options["args"] + ONE_PROCESS + SHORT_LIVED, "locale": LOCALE}
    folder = tmp_path_factory.mktemp("browser")
    context = playwright.chromium.launch_persistent_context(folder, **options)
    context.set_default_timeout(1000 * PATIENCE_SECONDS)
    yield context
    context.close()


@pytest.fixture(scope="session")
def profile(browser_context: BrowserContext) -> Profiles:
    """A person of a language: `profile("ko-KR").new_page()`."""
    return lambda locale: Profile(browser_context, locale)


@pytest.fixture(scope="session")
def tab(profile: Profiles) -> Tab:
    """Tabs that stay, of each language as many as a test needs at once; in those that record,
    everything that is written on canvases is known (`drawn_texts.py`)."""

    @cache
    def of_language(locale: str, place: int, is_recorded: bool) -> KeptTab:
        page = profile(locale).new_page()
        if is_recorded:
            page.add_init_script(RECORDER)
        return KeptTab(page)

    return of_language


@pytest.fixture(scope="session")
def school_port() -> int:
    """Where the one site stands that may show our pages in its own."""
    return free_port()


@pytest.fixture(scope="session")
def server(school_port: int) -> Iterator[str]:
    with running(environment={EMBEDDING: f"http://127.0.0.1:{school_port}"}) as address:
        yield address


@pytest.fixture
def visit(
    profile: Profiles, tab: Tab, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Visit]]:
    """Opens an address, waits for the picture, and in the end asks that nothing went wrong.

    A visit is in a tab that stays, unless it asks for one of its own: what it sets there beyond
    `emulate_media` would stay too. A test that prepares the page, or sees it for the first time,
    has its own; so has one with another server, unless it says that the server stays. `is_loaded`
    brings Streamlit's front end anew, too, as whoever follows a link does: for what the server says
    with the document, and a first sight.
    """
    visits: list[Visit] = []
    kept: list[KeptTab] = []

    def own_page(locale: str, *, is_first_sight: bool) -> Page:
        page = profile(locale).new_page()
        if not is_first_sight:
            page.add_init_script(SEEN)
        return page

    def kept_tab(locale: str, *, is_recorded: bool) -> KeptTab:
        places = (tab(locale, place, is_recorded) for place in count())
        kept.append(next(one for one in places if one not in kept))
        return kept[-1]

    def open_page(
        path: str,
        *,
        address: str | None = None,
        locale: str = "en-US",
        color_scheme: str = "light",
        width: int = 1280,
        height: int = 900,
        prepare: Callable[[Page], None] | None = None,
        is_still: bool = False,
        is_first_sight: bool = False,
        is_loaded: bool = False,
        own_tab: bool | None = None,
        is_recorded: bool = False,
        is_framed: bool = False,
    ) -> Visit:
        if own_tab is None:
            own_tab = is_first_sight or prepare is not None or address is not None
        here = None if own_tab else kept_tab(locale, is_recorded=is_recorded)
        page = here.page if here else own_page(locale, is_first_sight=is_first_sight)
        visits.append(Visit(page, tab=here))
        page.set_viewport_size({"width": width, "height": height})
        media = NO_MEDIA | ({"reduced_motion": "reduce"} if is_still else {})
        page.emulate_media(color_scheme=color_scheme, **media)
        if prepare is not None:
            prepare(page)
        origin = address or request.getfixturevalue("server")
        if here:
            here.open(origin, path, is_loaded=is_loaded)
        else:
            page.goto(f"{origin}/{path}")
        if not is_framed:
            try:
                wait_until_drawn(page)
            except AssertionError as error:
                raise AssertionError(f"{error}; troubles: {visits[-1].troubles}") from error
        return visits[-1]

    yield open_page
    stay = {one.page: one for one in kept}
    for one in visits:
        one.end()
        if one.page in stay:
            stay[one.page].leave()
        else:
            one.page.close()
    assert not [
        trouble
        for one in visits
        for trouble in one.troubles
        if not (one.expected and re.search(one.expected, trouble))
    ]
