"""A tab that stays, in which Streamlit's own front end is loaded once.

To load it takes more of the processor than all that a page of ours does. So a page that is left is
taken down, with its connection and what it keeps in the browser, and the next one is drawn from
nothing in the same document: with a new connection, for which the server begins a new session.
"""

from playwright.sync_api import Error, Page

from ui.answer.parts import encode_frame
from ui.server.scripts import script_address
from ui.words.pages import page_names

# Where the pointer of a tab is that nobody has pointed into yet.
OUTSIDE = (-5, -5)
# The map plays once, to those who see it for the first time.
# What a test reads of a number is not folded away.
ALL = "try { localStorage['workbench.level'] ??= 'all' } catch {}"
SEEN = "try { localStorage.setItem('workbench.map.seen', '1') } catch {}"
# What a page has asked for and not got is lost with it, as with a document that is unloaded.
ENDED_WITH_THE_PAGE = """(() => {
    const { send } = XMLHttpRequest.prototype, underWay = new Set();
    XMLHttpRequest.prototype.send = function (...body) {
        underWay.add(this);
        this.addEventListener("loadend", () => underWay.delete(this));
        send.apply(this, body);
    };
    window.endRequests = () => [...underWay].forEach((request) => request.abort());
})()"""
# A last message of the page that was left may still write its address: not before the next page
# has told the server its own.
ADDRESS_OF_THE_NEXT_PAGE = """(() => {
    const { replaceState, pushState } = History.prototype, { send } = WebSocket.prototype;
    let isKept = false;
    for (const [name, write] of Object.entries({ replaceState, pushState })) {
        History.prototype[name] = function (...state) {
            if (!isKept) write.apply(this, state);
        };
    }
    WebSocket.prototype.send = function (data) {
        isKept = false;
        send.call(this, data);
    };
    window.keepAddress = (address) => {
        replaceState.call(history, null, "", address);
        isKept = true;
    };
})()"""
# What no page is: our own modules leave a page when another one comes.
NOTHING = {"page": "", "areas": []}
# Streamlit's element is the one that it gave to React.
LEAVE = """async ([workbench, nothing]) => {
    // Plotly's tester is made but once; all else beside Streamlit's element is of the page.
    const STAYS = "#root, #js-plotly-tester, noscript, script, style";
    const host = document.getElementById("root"), react = document.querySelector(
        "link[href*='/react-dom.']"
    );
    const container = Object.keys(host ?? {}).find((key) => key.startsWith("__reactContainer$"));
    if (!container || !react || !window.endRequests) return false;
    const [{ mount }, reactDom] = await Promise.all([import(workbench), import(react.href)]);
    const { createRoot } = Object.values(reactDom)[0]();
    const { constructor: Root } = createRoot(document.createElement("div"));
    const fiber = host[container].stateNode, streamlit = fiber.current.memoizedState.element;
    new Root(fiber).unmount();
    const nowhere = document.createElement("div");
    nowhere.innerHTML = "<div class='workbench'></div>";
    document.body.append(nowhere);
    mount({ data: new Uint8Array(nothing), parentElement: nowhere });
    window.endRequests();
    // What was to be done at once is done by then.
    await new Promise((done) => setTimeout(done));
    window.openPage = (address) => {
        window.keepAddress(address);
        createRoot(host).render(streamlit);
    };
    for (const one of [...document.body.children]) if (!one.matches(STAYS)) one.remove();
    // The next Tab leads to what stands first.
    const first = document.body.insertBefore(document.createElement("a"), document.body.firstChild);
    first.tabIndex = -1;
    first.focus();
    first.remove();
    document.title = document.documentElement.lang = "";
    delete document.documentElement.dataset.embed;
    delete document.documentElement.dataset.head;
    localStorage.clear();
    sessionStorage.clear();
    return true;
}"""
OPEN = "(address) => window.openPage(address)"


class KeptTab:
    """One tab; what a test sets there beyond `emulate_media` would stay."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.add_init_script(SEEN)
        page.add_init_script(ENDED_WITH_THE_PAGE)
        page.add_init_script(ADDRESS_OF_THE_NEXT_PAGE)
        self._origin = ""
        """Of the server whose front end stands ready for a page; empty where none does."""

    @property
    def is_ready(self) -> bool:
        """Whether the next page is drawn without loading Streamlit's front end again."""
        return self._origin != ""

    def open(self, origin: str, path: str, *, is_loaded: bool) -> None:
        """A page as a visitor meets it who has never been here; `is_loaded` with the front end."""
        self.page.bring_to_front()
        if is_loaded or self._origin != origin:
            self.page.goto(f"{origin}/{path}")
        else:
            self.page.evaluate(SEEN)
            self.page.evaluate(ALL)
            # The server would say so of the first page's name.
            self.page.evaluate(OPEN, f"/{path.removeprefix(page_names()[0])}")
        self._origin = origin

    def open_again(self) -> None:
        """The page of the tab's address, as somebody meets it who follows its link."""
        self.open_instead(self.page.url.removeprefix(f"{self._origin}/"))

    def open_instead(self, path: str) -> None:
        """Leave the page for another one of the same server."""
        origin = self._origin
        self.leave()
        self.open(origin, path, is_loaded=False)

    def leave(self) -> None:
        """Nothing of the page is left, but the front end where it can be used again."""
        self.page.mouse.move(*OUTSIDE)
        if not self._take_down():
            self._origin = ""
            self.page.goto("about:blank", wait_until="commit")

    def _take_down(self) -> bool:
        if not self._origin or not self.page.url.startswith(f"{self._origin}/"):
            return False
        try:
            workbench, nothing = (
                script_address("ui/shell/workbench.js"),
                list(encode_frame(NOTHING)),
            )
            return bool(self.page.evaluate(LEAVE, [workbench, nothing]))
        except Error:
            return False
