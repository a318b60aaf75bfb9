"""The program of a page, kept as a script and as a notebook."""

import json
from pathlib import Path

from playwright.sync_api import expect


def test_the_program_is_kept_as_a_script_and_as_a_notebook_with_the_pages_address(visit):
    page = visit("attention?at_seed=5&at_source=random").page
    page.locator(".expander summary", has_text="PyTorch for this view").click()
    program = page.locator(".program")
    tabs = program.get_by_role("tab")
    expect(tabs).to_have_count(2)
    alone, core = tabs.all()
    expect(alone).to_have_attribute("aria-selected", "true")
    expect(program.locator("code")).not_to_contain_text("transformer_core")
    alone.focus()
    page.keyboard.press("ArrowRight")
    expect(core).to_be_focused()
    expect(core).to_have_attribute("aria-selected", "true")
    shown = program.locator("code").inner_text()
    assert "from transformer_core import attention" in shown
    assert kept(page, program.get_by_label("Download as a script (.py)"), "attention.py") == (
        f"{shown}\n"
    )
    notebook = json.loads(
        kept(page, program.get_by_label("Download as a notebook (.ipynb)"), "attention.ipynb")
    )
    assert page.url in notebook["cells"][0]["source"]
    assert "at_seed=5" in page.url


def kept(page, button, name):
    """What the browser saves when a button is pressed."""
    with page.expect_download() as download:
        button.click()
    assert download.value.suggested_filename == name
    return Path(download.value.path()).read_text(encoding="utf-8")


def test_a_link_that_somebody_made_runs_nothing_in_a_notebook(visit):
    """Its sentence holds the sign that stands for the link, its fragment the code."""
    planted = "'+str(open('planted','w').write('x'))+'"
    page = visit(f"your_sentence?ys_sentence=She+ran+%7Blink%7D+home.#{planted}").page
    page.locator(".expander summary", has_text="PyTorch for this view").click()
    program = page.locator(".program")
    program.get_by_role("tab").last.click()
    notebook = json.loads(
        kept(page, program.get_by_label("Download as a notebook (.ipynb)"), "translation.ipynb")
    )
    code = [cell["source"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert any("She ran {link} home." in one for one in code)
    assert "planted" in page.url
    assert "planted" not in json.dumps(notebook)
