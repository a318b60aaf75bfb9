"""A sweep under a person's hands: runs that start as others end, small charts, one that opens."""

import pytest
from playwright.sync_api import expect

from ui.words.language import read_words

pytestmark = pytest.mark.thorough

WORDS = read_words("en", "training")
SECONDS = 120_000


def test_runs_of_a_sweep_start_one_after_the_other_and_a_press_opens_one(visit) -> None:
    page = visit("training?tr_chart=sweep&tr_steps=4&tr_sweep=seed=1,2;num_heads=1,2").page
    charts = page.locator(".swept")
    expect(charts).to_have_count(4)
    page.get_by_role("button", name=WORDS["sweep.begin"]).click()
    expect(page.locator('.swept[data-status="done"]')).to_have_count(4, timeout=SECONDS)
    expect(page.locator(".sweep-bar")).to_contain_text("4 of 4 runs ended · 100%")
    assert page.locator(".swept svg .held-out").first.get_attribute("d")
    charts.filter(has_text="Seed 2 · Heads 2").click()
    expect(page.locator('.training[data-status="done"]')).to_have_count(1, timeout=SECONDS)
    expect(page.get_by_label("Seed", exact=True)).to_have_value("2")
    expect(page.locator(".sweep")).to_be_hidden()
