"""Every term has a sentence in both languages, a source and a page that shows it; the document
lists just these."""

import re
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import msgspec
import pytest

from tests.pages.answers import Asked
from ui.glossary.document import FILE, document
from ui.glossary.register import TERMS, WORDS
from ui.glossary.route import entry, terms
from ui.questions.register import question_of
from ui.state.address import read_state, unrestored_fields
from ui.words.language import read_words, text_of
from ui.words.pages import page_names
from ui.words.paper import PAPER, SECTIONS, section_address

DOCS = Path(__file__).parents[3] / "docs"
languages = pytest.mark.parametrize("language", ["en", "ko"])
every_term = pytest.mark.parametrize("term", TERMS, ids=lambda term: term.key)


def test_no_two_terms_have_one_key():
    assert len({term.key for term in TERMS}) == len(TERMS) >= 50


@languages
def test_no_words_are_left_without_a_term(language):
    named = {name.split(".")[0] for name in text_of(WORDS, language).section("terms")}
    assert named == {term.key for term in TERMS}


@languages
@every_term
def test_a_term_is_one_plain_sentence_or_two(language, term):
    sentence = term.sentence(language)
    assert len(sentence) <= 150 and sentence.endswith(".")
    assert len(re.findall(r"[.!?](?:\s|$)", sentence)) <= 2


@languages
def test_no_word_is_the_form_of_two_terms(language):
    forms = [form.lower() for term in TERMS for form in term.forms(language)]
    assert len(set(forms)) == len(forms)


@languages
@every_term
def test_seeing_a_term_opens_its_page_with_the_setting_that_shows_it(language, term):
    opened = entry(term, language)["see"]
    assert opened["page"] == term.page in page_names()
    if not term.question:
        assert (opened["address"], opened["brings"]) == (term.page, {})
        return
    question = question_of(term.question)
    assert question.page == term.page
    asked = Asked(term.page, language)
    cls, parameters = type(asked.setting), dict(parse_qsl(urlsplit(opened["address"]).query))
    state = asked.handler.page.normalised(read_state(cls, asked.text, parameters))
    assert state == question.state(language) and not unrestored_fields(cls, asked.text, parameters)
    assert opened["brings"] == state.setting.to_json()


@every_term
def test_a_source_is_a_section_of_the_paper_or_a_work_with_a_link(term):
    source = term.source
    assert bool(source.section) != bool(source.title and source.link)
    assert source.address().startswith("https://")
    if source.section:
        assert source.address().startswith(f"{PAPER}#S{source.section[0]}")
        assert source.section in source.text(text_of(WORDS, "en"))


def test_a_section_of_the_paper_is_linked_by_its_anchor():
    assert section_address("3") == f"{PAPER}#S3"
    assert section_address("3.2.1") == f"{PAPER}#S3.SS2.SSS1"
    assert section_address("5.4") == f"{PAPER}#S5.SS4"


@languages
@pytest.mark.parametrize("page", page_names())
def test_a_page_about_a_section_of_the_paper_ends_with_a_link_to_it(language, page):
    (end,) = Asked(page, language).answer.areas["corridor"].parts()
    section = SECTIONS.get(page)
    if section is None:
        assert end.paper is None
    else:
        assert end.paper["address"] == section_address(section) and section in end.paper["text"]


@languages
def test_what_is_sent_is_small_and_names_every_term(language):
    sent = terms(language)
    assert len(sent) < 120_000
    assert [one["key"] for one in msgspec.json.decode(sent)["terms"]] == [one.key for one in TERMS]


def test_only_korean_has_particles():
    assert read_words("en", WORDS)["glossary.endings"] == ""
    particles = read_words("ko", WORDS)["glossary.endings"].split()
    assert {"은", "는", "이", "가", "을", "를", "에서"} < set(particles)


def test_the_document_is_what_the_command_writes():
    assert (DOCS / FILE).read_text(encoding="utf-8") == document()
