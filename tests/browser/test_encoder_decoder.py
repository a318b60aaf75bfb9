"""The encoder-decoder page in a real browser."""

import re

from playwright.sync_api import expect

from tests.browser.matrix_board import MatrixBoard, arithmetic_title, wait_until_idle


def block(page, name):
    return page.locator(f'.diagram [data-id="{name}"]')


def test_a_click_opens_a_block_and_stands_in_the_address(visit):
    page = visit("encoder_decoder").page
    expect(block(page, "encoder.layers.0.self_attention")).to_have_attribute("aria-pressed", "true")
    block(page, "decoder.layers.0.cross_attention").click()
    expect(page).to_have_url(re.compile(r"ed_block=decoder\.layers\.0\.cross_attention"))
    weights = MatrixBoard(page, "weights")
    expect(weights.figure).to_be_visible()
    weights.expect_readout(0, 4, "hidden")
    wait_until_idle(page)
    page.reload()
    expect(block(page, "decoder.layers.0.cross_attention")).to_have_attribute(
        "aria-pressed", "true"
    )


def test_the_encoders_output_is_wired_to_every_cross_attention(visit):
    page = visit("encoder_decoder?ed_num_layers=3").page
    expect(page.locator(".diagram .wires path")).to_have_count(3)
    for width in (1440, 1000, 390):
        page.set_viewport_size({"width": width, "height": 900})
        expect(page.locator(".diagram .wires path")).to_have_count(3)


def test_diagram_tensors_and_arithmetic_stand_in_one_window(visit):
    page = visit("encoder_decoder").page
    for width, height in ((1440, 900), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(300)
        for selector in (".diagram", 'figure[data-id="all_heads"]', ".box.arithmetic .heading"):
            box = page.locator(selector).first.bounding_box()
            assert box["y"] >= 0 and box["y"] + box["height"] <= height, (selector, box)
            assert box["x"] >= 0 and box["x"] + box["width"] <= width, (selector, box)


def test_enter_opens_a_block_and_a_closed_layer(visit):
    page = visit("encoder_decoder").page
    block(page, "encoder.layers.1").focus()
    page.keyboard.press("Enter")
    expect(block(page, "encoder.layers.1.self_attention")).to_have_attribute("aria-pressed", "true")
    expect(block(page, "encoder.layers.0")).to_be_visible()


def test_shapes_follow_the_sentence_and_the_sizes(visit):
    page = visit("encoder_decoder").page
    arrows = page.locator(".diagram .arrow")
    expect(arrows.first).to_contain_text("(1, 5, 16)")
    page.get_by_role("button", name="More").click()
    layers = page.get_by_role("spinbutton", name="Layers")
    layers.fill("3")
    layers.press("Enter")
    expect(block(page, "decoder.layers.2")).to_be_visible()
    page.keyboard.press("Escape")
    source = page.get_by_role("textbox", name="Source")
    source.fill("one two")
    source.press("Enter")
    expect(arrows.first).to_contain_text("(1, 3, 16)")


def test_pre_norm_puts_the_norm_before_the_sublayer(visit):
    page = visit("encoder_decoder").page
    expect(block(page, "encoder.layers.0.residual_1")).to_have_count(0)
    page.get_by_text("Pre-norm", exact=True).first.click()
    wait_until_idle(page)
    expect(block(page, "encoder.layers.0.residual_1")).to_be_visible()
    expect(page).to_have_url(re.compile("ed_norm=pre"))


FOCUSED = """() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element;
}"""


def tab_to(page, selector):
    """Press Tab until what matches has the focus."""
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.evaluate(f"() => Boolean(({FOCUSED})()?.matches({selector!r}))"):
            return
    raise AssertionError(f"Tab never reaches {selector}")


def test_an_output_number_is_followed_back_to_its_token_by_keyboard_alone(visit):
    page = visit("encoder_decoder?ed_block=output").page
    title = arithmetic_title(page)
    tab_to(page, 'figure[data-id="logits"] canvas.overlay')
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(title).to_contain_text("Logits[ je, ")
    expect(page).to_have_url(re.compile(r"ed_pin=logits\.1\.1"))
    tab_to(page, ".sum button")
    seen = []
    while "Embedding[" not in (now := title.inner_text()):
        seen.append(now)
        assert len(seen) < 30, seen
        page.keyboard.press("Enter")
        expect(title).not_to_have_text(now)
    assert "Decoder Layer 2" in seen[2] and "Decoder Layer 1" in seen[-4]
    box = page.locator(".box").first
    expect(box).to_contain_text("the token “je”")
    expect(box.locator(".crumbs button")).to_have_count(len(seen))
    expect(page).to_have_url(re.compile(r"ed_block=tgt_embedding.*ed_trail=logits@1\.1~"))
    page.keyboard.press("Backspace")
    expect(title).to_have_text(seen[-1])
    box.locator(".crumbs button").first.click()
    expect(title).to_have_text(seen[0])
    expect(box.locator(".crumbs button")).to_have_count(0)
