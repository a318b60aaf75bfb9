"""The list of all questions as a document, from the same declarations as the field "Ask"."""

from ui.questions.register import GROUPS, REGISTER, WORDS, Question
from ui.words.language import LANGUAGES, text_of

FILES = {"en": "questions.md", "ko": "questions.ko.md"}
SERVER = "http://localhost:8501"
"""Where the workbench runs when it is started as docs/install.md says."""


def document(language: str) -> str:
    """Return the document in a language, as Markdown."""
    text = text_of(WORDS, language)
    (other,) = LANGUAGES.keys() - {language}
    lines = [f"[{text('document.other')}]({FILES[other]})", "", f"# {text('document.title')}", ""]
    lines += [text("document.about"), ""]
    for group in GROUPS:
        lines += [f"## {text(f'groups.{group}')}", ""]
        asked = [question for question in REGISTER if question.group == group]
        lines += [line for question in asked for line in (*_entry(question, language), "")]
    return "\n".join(lines).rstrip() + "\n"


def _entry(question: Question, language: str) -> list[str]:
    page = text_of(question.page, language)(f"pages.{question.page}")
    link = f"[{page}]({SERVER}/{question.address(language)})"
    return [f"**{question.text(language)}** {link}  ", question.answer(language)]
