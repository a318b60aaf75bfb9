"""The positional-encoding page's answer to a setting: the heatmap, and one tab below it."""

from collections.abc import Callable, Sequence
from typing import Any

from torch import Tensor

from pages.positional_encoding.arithmetic import (
    encoding_board,
    first_cell,
    followed,
    normalised,
    opened,
    place_arithmetic,
)
from pages.positional_encoding.code import encoding_programs
from pages.positional_encoding.computations import MOST_PRODUCTS, encoding_computation
from pages.positional_encoding.joined import joined
from pages.positional_encoding.joined_views import joined_parts
from pages.positional_encoding.later import way_of
from pages.positional_encoding.later_chips import later_presets, later_suggestions
from pages.positional_encoding.learned import learned
from pages.positional_encoding.learned_views import learned_parts
from pages.positional_encoding.orders import orders
from pages.positional_encoding.orders_views import orders_parts
from pages.positional_encoding.questions import QUESTIONS
from pages.positional_encoding.setting import (
    EMBEDDING,
    TABS,
    EncodingSetting,
)
from pages.positional_encoding.shift import shift
from pages.positional_encoding.shift_views import shift_parts
from pages.positional_encoding.views import (
    about_products,
    encoding_items,
    input_items,
    product_items,
    property_notes,
    repeated_words,
)
from pages.positional_encoding.waves_views import waves_parts
from pages.translator.trained_attention import is_readable
from ui.answer.answer import Answer, Area, PageAnswer
from ui.answer.carried import Carried
from ui.answer.chips import presets_and_questions, suggestions, untrained
from ui.answer.links import preset_link
from ui.answer.parts import Board, Chip, Chips, Note, Part
from ui.answer.program import Program
from ui.explain.arithmetic import exact
from ui.state.address import Selection, State
from ui.words.language import Text

PRESETS: dict[str, dict[str, Any]] = {
    "paper_picture": {"seq_len": 50, "d_model": 128},
    "ten_by_six": {"seq_len": 10, "d_model": 6},
    "student": {"seq_len": 4, "d_model": 4, "sentence": "I am a student"},
    "base_100": {"seq_len": 50, "d_model": 128, "base": 100.0},
    "trained": {
        "seq_len": 50,
        "d_model": 160,
        "below": "sum",
        "embedding": "trained",
        "sentence": "the dog saw the cat",
    },
    "index": {"kind": "index", "seq_len": 50, "d_model": 128},
    "normalized_index": {"kind": "normalized_index", "seq_len": 50, "d_model": 128},
}
PAPER: dict[str, Any] = {"kind": "sinusoidal", "base": 10_000.0}
LINK = "positional_encoding"
"""The boards of this page are highlighted together."""
MOST_NUMBERS = 250_000
"""The most numbers in a rerun's message: Streamlit keeps hundreds for a browser that reads none."""


def answer(state: State[EncodingSetting], text: Text) -> Answer:
    setting, selection = state.setting, state.selection
    is_later = setting.is_later
    opened_tab = "" if is_later else setting.below
    tabs: dict[str, Callable[[], Sequence[Part]]] = {
        "waves": lambda: waves_parts(text, setting, selection),
        "products": lambda: _products(text, setting),
        "shift": lambda: shift_parts(text, setting, LINK),
        "orders": lambda: orders_parts(text, setting, LINK),
        "learned": lambda: learned_parts(text, setting, LINK),
        "sum": lambda: _sum(text, setting),
        "joined": lambda: joined_parts(text, setting, LINK),
        "properties": lambda: property_notes(text, setting.encoding, setting.properties),
    }
    is_large = setting.seq_len * setting.d_model > MOST_NUMBERS
    below = {
        name: Area(parts if name == opened_tab else list, follows_pin=name == "waves")
        for name, parts in tabs.items()
    }
    return Answer(
        {
            "chips": Area(lambda: _chips(text, setting)),
            "picture": Area(lambda: _picture(text, setting), is_large=is_large),
            "arithmetic": Area(
                lambda: [place_arithmetic(text, setting, selection)], follows_pin=True
            ),
            "tabs": Area(list if is_later else lambda: [_tabs(text, setting)]),
            **below,
            "later": Area(lambda: _later(text, setting, selection), follows_pin=is_later),
        },
        {"pytorch": Area(lambda: [_program(text, setting)])},
        setting.way if is_later else setting.kind,
    )


def _later(text: Text, setting: EncodingSetting, selection: Selection) -> list[Part]:
    """What stands below the picture of a way that came since the paper."""
    return way_of(setting).below(text, setting, selection) if setting.is_later else []


def _picture(text: Text, setting: EncodingSetting) -> list[Part]:
    if setting.is_later:
        return way_of(setting).picture(text, setting, LINK)
    items = encoding_items(text, setting.encoded)
    explained = encoding_board().pinned(first_cell(setting))
    board = Board("heatmap", items, text("matrix_view.hint_encoding"), LINK, explained)
    ignored = [Note(text("ignored.base"), "info")] if setting.encoding.ignores_base else []
    return [*ignored, board]


def _chips(text: Text, setting: EncodingSetting) -> list[Chips]:
    if setting.is_later:
        return [_menu(text, setting), later_suggestions(text, setting)]
    suggested = {
        "odd": (setting.with_values(kind="sinusoidal", seq_len=20, d_model=7), "pe.19.6"),
        "one_speed": (setting.with_values(kind="sinusoidal", base=1.0), ""),
    }
    reading = setting.below if setting.below in EMBEDDING else "sum"
    if setting.is_trained:
        suggested["random"] = (setting.with_values(embedding="random", below=reading), "")
    elif setting.below in EMBEDDING and is_readable(setting.sentence):
        suggested["trained"] = (setting.with_values(embedding="trained"), "")
    return [_menu(text, setting), suggestions(text, setting, suggested)]


def _menu(text: Text, setting: EncodingSetting) -> Chips:
    """The presets, with those of later models, and the questions."""
    given = {name: setting.with_values(**PAPER | values) for name, values in PRESETS.items()}
    given |= later_presets(setting)
    return presets_and_questions(
        text, setting, given, QUESTIONS, group="encodings", reveal=_revealed
    )


def _revealed(asked: EncodingSetting) -> str:
    """The area below the picture that answers a question; "" if the picture itself does."""
    return "" if asked.is_later else asked.below


def _tabs(text: Text, setting: EncodingSetting) -> Chips:
    chips = [
        Chip.to(
            text(f"below.{tab}"), setting.with_values(below=tab), None, is_on=tab == setting.below
        )
        for tab in TABS
    ]
    return Chips("below", chips, look="tabs")


def _products(text: Text, setting: EncodingSetting) -> list[Part]:
    products = encoding_computation(setting).tensors["products"]
    message = text(f"products.{about_products(setting.encoding)}")
    if setting.seq_len > MOST_PRODUCTS:
        message = f"{message} {text('products.first', count=MOST_PRODUCTS)}"
    board = Board("products", product_items(text, products), link=LINK)
    return [Note(message, "quiet"), board]


def _sum(text: Text, setting: EncodingSetting) -> list[Part]:
    made, labels = setting.embedded, setting.sum_labels(text.language)
    items = input_items(text, made, labels)
    return [
        Note(text("sum.about"), "quiet"),
        *_other_length(text, setting),
        Board("sum", items, link=LINK),
        _where_from(text, setting),
        *repeated_words(text, setting.sum_ids, labels, made.input),
        preset_link(text, "sum.apart", "sum.apart_link", "ablations", "concatenated"),
    ]


def _where_from(text: Text, setting: EncodingSetting) -> Note:
    """Where the embeddings come from; of trained ones, whether the sum is what the model reads."""
    if not setting.is_trained:
        return untrained(text, setting.seed)
    made = setting.embedded
    sizes = {
        "d_model": made.input.size(1),
        "embedding": exact(float(made.embedding.norm(dim=1).mean()), 1),
        "encoding": exact(float(made.encoding.norm(dim=1).mean()), 1),
    }
    name = "own" if setting.is_the_models_own else "other"
    return Note(f"{text('sum.trained', **sizes)} {text(f'sum.trained_{name}')}")


def _other_length(text: Text, setting: EncodingSetting) -> list[Note]:
    """A note that the sentence's length differs from the heatmap's, if it does."""
    count = len(setting.sum_ids)
    if count == setting.seq_len:
        return []
    name = "length_divided" if setting.kind == "normalized_index" else "length"
    name += "_trained" if setting.is_trained else ""
    return [Note(text(f"sum.{name}", count=count), "info")]


def _program(text: Text, setting: EncodingSetting) -> Program:
    drawn = way_of(setting).drawn if setting.is_later else {"PE": "PE"}
    return Program(text, "positional_encoding", *encoding_programs(setting), drawn=drawn)


def _tensors(setting: EncodingSetting) -> dict[str, Tensor]:
    """The tensors of the heatmap, of its products, and of every tab; or of a later way."""
    if setting.is_later:
        return dict(way_of(setting).computation(setting).tensors)
    tabs = (setting.embedded, joined(setting), orders(setting), learned(setting), shift(setting))
    made = {name: tensor for tab in tabs if tab for name, tensor in tab._asdict().items()}
    return {**encoding_computation(setting).tensors, **made}


def gives(state: State[EncodingSetting]) -> Carried:
    return Carried(state.setting.sentence)


def takes(carried: Carried) -> dict[str, object]:
    if not carried.sentence:
        return {}
    return {"sentence": carried.sentence, "below": "sum"}


PAGE = PageAnswer(
    EncodingSetting,
    answer,
    followed=followed,
    normalised=normalised,
    opened=opened,
    tensors=_tensors,
    questions=QUESTIONS,
    gives=gives,
    takes=takes,
)
