import json

import pytest

from transformer_lab.own_data.tables import read_table


def cells(text):
    return [row.cells for row in read_table(text.split("\n")).rows]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("a\tb\nc\td", "tsv"),
        ('a,b\n"c","d"', "csv"),
        ("a;b\nc;d", "csv"),
        ('["a","b"]\n["c","d"]', "jsonl"),
        ('{"source":"a","target":"b"}\n{"source":"c","target":"d"}', "jsonl"),
        ('{"translation":{"en":"a","es":"b"}}\n{"translation":{"en":"c","es":"d"}}', "jsonl"),
    ],
)
def test_the_format_is_told_by_the_lines(text, kind):
    assert read_table(text.split("\n")).format == kind
    assert cells(text) == [("a", "b"), ("c", "d")]


def test_quotes_of_a_csv_hold_commas_and_line_breaks():
    table = read_table(['"one, two","first', 'second"', "c,d"])
    assert [(row.line, row.cells) for row in table.rows] == [
        (2, ("one, two", "first second")),
        (3, ("c", "d")),
    ]


def test_quotes_mean_nothing_between_tabs():
    assert cells('"a\tb"\nc\td') == [('"a', 'b"'), ("c", "d")]


def test_names_of_columns_are_no_pair():
    table = read_table(["Target,Source", "a,b"])
    assert table.names == ("target", "source")
    assert [row.line for row in table.rows] == [2]


def test_a_first_row_of_words_is_a_pair():
    assert cells("cat,gato\ndog,perro") == [("cat", "gato"), ("dog", "perro")]


@pytest.mark.parametrize("line", ["{", '{"a": [[1]]}', '[["a"], "b"]', "null", "[" * 100_000])
def test_what_is_no_json_is_left_out_with_its_line(line):
    table = read_table(['["a","b"]', line, json.dumps(["c", "d"]), '["e","f"]'])
    assert [(out.line, out.reason) for out in table.left_out] == [(2, "json")]
    assert len(table.rows) == 3


def test_a_cell_without_an_end_is_left_out():
    table = read_table(["a,b", '"' + "x" * 200_000, "c,d"])
    assert table.rows[0].cells == ("a", "b")
    assert "table" in {out.reason for out in table.left_out}


def test_a_broken_line_is_left_out_with_its_number():
    table = read_table(["a\tb", None, "c\td"])
    assert [(out.line, out.reason) for out in table.left_out] == [(2, "encoding")]
    assert [row.line for row in table.rows] == [1, 3]
