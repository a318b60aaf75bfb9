"""A small table that is only read.

`st.dataframe` has menus, which are in English, and `st.table` takes what a person typed for
Markdown.
"""

from collections.abc import Mapping, Sequence
from html import escape

import streamlit as st


def plain_table(columns: Mapping[str, Sequence[str]]) -> None:
    """Columns of text of one length by their headings, set exactly as they are."""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in columns)
    rows = zip(*columns.values(), strict=True)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    st.html(f'<div class="plain-table">{table}</div>')
