"""Markdown as a tree of text and a few tags; nothing else of it reaches the browser."""

from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ui.lesson.lesson import Tree

TAGS = {
    "p", "strong", "em", "code", "ul", "ol", "li", "a", "h3", "h4", "blockquote", "pre", "br", "hr",
    "table", "thead", "tbody", "tr", "th", "td",
}  # fmt: skip
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


def parsed(source: str) -> list[Token]:
    """Return the blocks of a text; `map` of each has its lines."""
    return MARKDOWN.parse(source)


def tree_of(tokens: Sequence[Token]) -> Tree:
    """Return blocks as nested lists of a tag, for a link with its address, and its content."""
    top: Tree = []
    open_lists = [top]
    for token in _flat(tokens):
        if token.nesting == -1:
            open_lists.pop()
        elif token.nesting == 1:
            node = _node(token)
            open_lists[-1].append(node)
            open_lists.append(node)
        elif token.type in ("text", "softbreak", "html_block", "html_inline"):
            open_lists[-1].append(" " if token.type == "softbreak" else token.content)
        elif token.type in ("code_inline", "code_block", "fence"):
            tag = "code" if token.type == "code_inline" else "pre"
            open_lists[-1].append([tag, token.content])
        elif token.tag in TAGS:
            open_lists[-1].append([token.tag])
    return top


def inline_tree(source: str) -> Tree:
    """Return the tree of one line of text."""
    return tree_of(MARKDOWN.parseInline(source))


def _flat(tokens: Sequence[Token]) -> Iterator[Token]:
    for token in tokens:
        if token.type == "inline":
            yield from _flat(token.children or [])
        elif not token.hidden:
            yield token


def _node(token: Token) -> Tree:
    tag = token.tag if token.tag in TAGS else "p"
    return [[tag, str(token.attrs.get("href", ""))]] if tag == "a" else [tag]
