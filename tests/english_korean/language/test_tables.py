"""Each row of each table does what its example says, and is needed for it."""

import pytest

from english_korean.language import adjective_senses, noun_senses, senses, well_formed
from english_korean.language.korean import adverbials, places, stems
from english_korean.language.korean.written import written_sentence
from english_korean.language.lexicon import LEXICON
from english_korean.language.reading import constructions, prepositions
from english_korean.language.recognition import recognise
from english_korean.language.tables import Row, Table

TABLES = [
    adjective_senses.TABLE,
    noun_senses.TABLE,
    senses.TABLE,
    prepositions.TABLE,
    adverbials.TABLE,
    adverbials.WHEN,
    places.AT,
    places.GOALS,
    stems.TABLE,
    well_formed.SENTENCES,
    well_formed.CLAUSES,
    well_formed.ADVERBIALS,
    constructions.TABLE,
]
ROWS = [(table, row) for table in TABLES for row in table.rows]
every_row = pytest.mark.parametrize(
    ("table", "row"), ROWS, ids=[f"{table.name}-{row.place}" for table, row in ROWS]
)


def translated(sentence: str) -> str | None:
    pair = recognise(sentence).pair
    return None if pair is None else written_sentence(pair.korean)


@every_row
def test_the_example_is_decided_by_its_row(table: Table, row: Row, monkeypatch):
    decided = []
    first = Table.first

    def noted(self, facts):
        found = first(self, facts)
        decided.append(found)
        return found

    monkeypatch.setattr(Table, "first", noted)
    english, korean = row.example
    assert translated(english) == (korean or None)
    assert row in decided


@pytest.mark.parametrize("row", [row for _, row in ROWS if "why" in row.result])
def test_what_is_outside_says_why_in_both_languages(row: Row):
    english, korean = row.result["why"]["en"], row.result["why"]["ko"]
    assert english.endswith(".") and korean.endswith(".")
    assert row.example[1] or recognise(row.example[0]).reason is row


def named(column: str) -> set[str]:
    """All values that rows have in a column."""
    return {
        value
        for _, row in ROWS
        for conditions in (row.needs, row.excludes)
        for value in conditions.get(column, ())
    }


def test_rows_name_determiners_and_nouns_that_there_are():
    assert named("determiner") <= {*LEXICON.determiners, "possessive"}
    words = {*LEXICON.nouns, *LEXICON.pronouns, *LEXICON.adverbs}
    nouns = named("noun") | named("object") | named("subject") | named("thing")
    assert {noun[1:] for noun in nouns if noun.startswith("=")} <= words


def test_a_row_without_an_example_is_refused(tmp_path, monkeypatch):
    (tmp_path / "some.toml").write_text('rows = [{word = "old"}]', encoding="utf-8")
    monkeypatch.setattr("english_korean.language.tables.RULES", tmp_path)
    with pytest.raises(ValueError, match=r"row 1 of some.toml needs an example"):
        Table("some", {"word": lambda word: (word,)})
