"""The tab "All heads": every head as a small matrix, in an order, and those that are alike."""

from pages.translator.choices import ORDERS
from pages.translator.setting import SentenceSetting
from pages.your_sentence.views import LINK, SentenceViews
from ui.answer.parts import Board, Chip, Chips, Heading, Note, Part
from ui.words.language import Text


def heads_parts(text: Text, setting: SentenceSetting, views: SentenceViews) -> list[Part]:
    """All heads as small matrices, with buttons for their order."""
    figures = views.figures()
    possible = {"layer", setting.order, *figures}
    orders = [
        Chip.to(text(f"order.{one}"), setting.with_values(order=one), is_on=one == setting.order)
        for one in ORDERS
        if one in possible
    ]
    parts: list[Part] = [
        Heading(text("heads.title")),
        Chips("order", orders, text("controls.order"), look="tabs"),
    ]
    if setting.order != "layer" and setting.order not in figures:
        parts.append(Note(text("heads.not_sorted"), "quiet"))
    board = Board("heads", views.tiles(setting.order), "", LINK)
    return [*parts, *_alike(text, setting, views), board]


def _alike(text: Text, setting: SentenceSetting, views: SentenceViews) -> list[Part]:
    """The heads that are most like the only one that is on."""
    heads = views.weights.size(1)
    chips = [
        Chip.to(
            f"{text('heads.tile', layer=layer + 1, head=head + 1)} · {apart:.2f}",
            setting.with_values(layer=layer + 1, off=frozenset(range(heads)) - {head}),
        )
        for layer, head, apart in views.like()
    ]
    return [Chips("alike", chips, text("heads.alike"))] if chips else []
