"""What a token means stands beside it, quieter, in every picture of the translator's pages."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.matrix_board import MatrixBoard

pytestmark = pytest.mark.thorough

TOKENS = {"en": ("queries", "책", "book"), "ko": ("keys", "student", "학생")}
"""Where a language has tokens that its reader may not read, one of them, and its gloss."""
STYLE = """(gloss) => {
    const of = (node) => parseFloat(getComputedStyle(node).fontSize);
    const { opacity } = getComputedStyle(gloss), { width } = gloss.getBoundingClientRect();
    return { size: of(gloss) / of(gloss.parentElement), opacity: Number(opacity), width };
}"""


def holds_gloss(token: Locator, gloss: str) -> None:
    """The token has this gloss, smaller and quieter than itself."""
    shown = token.locator(".gloss").first
    expect(shown).to_have_text(gloss)
    style = shown.evaluate(STYLE)
    assert style["size"] < 0.95
    assert style["opacity"] < 0.9
    assert style["width"] > 0


@pytest.mark.parametrize("language", TOKENS)
def test_lines_chips_and_matrix_tell_what_a_token_means(visit, language):
    side, token, gloss = TOKENS[language]
    page = visit(f"your_sentence?lang={language}").page
    word = page.locator(f".lines .{side} .word", has=page.get_by_text(token, exact=True))
    holds_gloss(word, gloss)
    row = page.locator(f".chips[data-row={'tokens' if language == 'en' else 'hide'}]")
    holds_gloss(row.locator(".chip", has_text=token), gloss)
    weights = MatrixBoard(page, "weights")
    weights.hover(5 if language == "en" else 0, 2)
    expect(weights.readout).to_contain_text(f"{token} ({gloss})")


def test_bars_and_arithmetic_tell_what_a_token_means(visit):
    page = visit("overview?lang=en").page
    bars = page.locator(".next-words .row")
    holds_gloss(bars.first, "happy")
    chart = page.locator(".arithmetic .bars .row:has(.gloss) .label")
    assert chart.count() >= 4
    title = page.locator(".arithmetic .heading code")
    expect(title).to_contain_text("행복하- (happy)")
    expect(page.locator(".arithmetic .spoken")).to_contain_text("행복하- (happy)")


def test_a_korean_reader_sees_what_the_words_mean_in_the_bars_of_a_row(visit):
    page = visit("training?lang=ko&tr_task=translate").page
    holds_gloss(page.locator(".arithmetic .bars .row", has_text="friend").locator(".label"), "친구")
    expect(page.locator(".predicted .glossed", has_text="friend").locator(".gloss")).to_be_visible()


def test_where_no_gloss_is_known_none_is_shown(visit):
    page = visit("self_attention?v=4&lang=ko&sa_source=random").page
    assert page.locator(".gloss").count() == 0
