"""What the encoder-decoder page shows of a setting: the model, one block of it, what comes out."""

from pages.encoder_decoder.arithmetic import followed, model_arithmetic, pinned
from pages.encoder_decoder.blocks import write_block
from pages.encoder_decoder.code import encoder_decoder_code
from pages.encoder_decoder.diagram import mask_of, model_diagram
from pages.encoder_decoder.model_diagram import SCRIPT
from pages.encoder_decoder.names import block_title
from pages.encoder_decoder.output import PARTS, counts_parts
from pages.encoder_decoder.setting import TABS, EncoderDecoderSetting
from pages.encoder_decoder.sizes import MOST_COMPUTED, PRESETS
from pages.encoder_decoder.views import BlockViews
from transformer_core.explain.origin import Block
from ui.answer.answer import Answer, Area, PageAnswer
from ui.answer.chips import presets, tries
from ui.answer.parts import Arithmetic, Board, Chip, Chips, Code, Heading, Note, Part
from ui.shell.language import Text
from ui.state.address import Place, State
from ui.state.typed_input import InputError

ORDER = ("products", "weights", "output", "sum", "norm")
"""In which the parts of a block stand."""


def answer(state: State[EncoderDecoderSetting], text: Text) -> Answer:
    setting = state.setting
    first = {
        "chips": Area(lambda: _chips(text, setting)),
        "diagram": Area(lambda: _diagram(text, setting)),
        "picture": Area(lambda: _picture(text, setting)),
        "arithmetic": Area(lambda: _arithmetic(text, setting, state.place), follows_pin=True),
    }
    later = {
        "below": Area(lambda: _below(text, setting)),
        "pytorch": Area(lambda: [Code(_code(setting))]),
    }
    return Answer(first, later, setting.norm)


def _diagram(text: Text, setting: EncoderDecoderSetting) -> list[Part]:
    total = f"{sum(setting.counts.values()):,}"
    return [model_diagram(text, setting), Note(text("counts.total", count=total), "quiet")]


def _picture(text: Text, setting: EncoderDecoderSetting) -> list[Part]:
    if not setting.is_computed:
        note = Note(text("not_computed", limit=f"{MOST_COMPUTED:,}"), "info")
        return [note, *counts_parts(text, setting)]
    computation = setting.forward.computation(setting.label_smoothing)
    views = BlockViews(text, computation, setting.sentences, setting.norm_first)
    items = views.items(setting.opened, setting.opened_head, setting.opened_part)
    parts: list[Part] = [_heading(text, setting)]
    if setting.parts:
        parts.append(_steps(text, setting))
    return [*parts, Board("tensors", items, text("matrix_view.hint"))]


def _steps(text: Text, setting: EncoderDecoderSetting) -> Chips:
    """The parts of a block, one of which is shown."""
    chips = [
        Chip.to(text(f"parts.{part}"), setting.having(part=part), is_on=part == setting.opened_part)
        for part in sorted(setting.parts, key=ORDER.index)
    ]
    return Chips("parts", chips)


def _heading(text: Text, setting: EncoderDecoderSetting) -> Heading:
    """The open block: its parameters, and what it hides."""
    block = setting.opened
    count = setting.counts.get(write_block(block), 0)
    about = [text("diagram.parameters", count=f"{count:,}")] if count else []
    if mask := mask_of(block):
        about.append(text("masks.hides", mask=text(f"masks.{mask}")))
    return Heading(block_title(text, block, setting.norm_first), " · ".join(about))


def _arithmetic(text: Text, setting: EncoderDecoderSetting, place: Place) -> list[Arithmetic]:
    if not setting.is_computed:
        return []
    computation = setting.forward.computation(setting.label_smoothing)
    return [model_arithmetic(text, setting, computation, place)]


def _below(text: Text, setting: EncoderDecoderSetting) -> list[Part]:
    """One of what comes out of the model, and how to get to the others."""
    if not setting.is_computed:
        return []
    tabs = [
        Chip.to(text(f"{tab}.title"), setting.having(below=tab), is_on=tab == setting.below)
        for tab in TABS
    ]
    return [Chips("below", tabs), *PARTS[setting.below](text, setting)]


def _chips(text: Text, setting: EncoderDecoderSetting) -> list[Chips]:
    given = {}
    for name, sizes in PRESETS.items():
        try:
            given[name] = setting.of(sizes)
        except InputError:
            # These sentences have more words than its vocabulary.
            continue
    other = setting.having(norm="post" if setting.norm_first else "pre", below="depth")
    worth = {
        "norm": (other, ""),
        "padding": (setting.having(padding=4, below="loss"), ""),
        "cross": (setting.having(block=Block("cross_attention", "decoder", 0)), ""),
    }
    return [presets(text, setting, given), tries(text, setting, worth)]


def _code(setting: EncoderDecoderSetting) -> str:
    return encoder_decoder_code(setting.forward, setting.label_smoothing)


PAGE = PageAnswer(
    EncoderDecoderSetting, answer, pinned=pinned, followed=followed, scripts=(SCRIPT,)
)
