"""The glossary as a document, from the same declarations as on the pages."""

from ui.glossary.register import TERMS, WORDS, Term
from ui.words.language import text_of

FILE = "glossary.md"
SERVER = "http://localhost:8501"
"""Where the workbench runs when it is started as docs/install.md says."""


def document() -> str:
    """Return the document: one row a term, in English and Korean."""
    text, korean = text_of(WORDS, "en"), text_of(WORDS, "ko")
    names = ("term", "symbol", "sentence", "source", "page")
    heads = [text(f"document.{one}") for one in names]
    heads[1:1], heads[4:4] = [korean("document.term")], [korean("document.sentence")]
    lines = [f"# {text('document.title')} · {korean('document.title')}", ""]
    lines += [text("document.about"), "", korean("document.about"), ""]
    lines += [_row(heads), _row(["---"] * len(heads)), *map(_entry, TERMS)]
    return "\n".join(lines) + "\n"


def _entry(term: Term) -> str:
    text = text_of(WORDS, "en")
    symbol = f"`{term.symbol}`" if term.symbol else ""
    source = f"[{term.source.text(text)}]({term.source.address()})"
    page = f"[{text(f'pages.{term.page}')}]({SERVER}/{term.page})"
    names, said = (
        [find(language) for language in ("en", "ko")] for find in (term.name, term.sentence)
    )
    return _row([*names, symbol, *said, source, page])


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"
