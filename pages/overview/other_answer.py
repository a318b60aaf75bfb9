"""The map of a Hugging Face model, which its own process makes."""

from collections.abc import Callable
from dataclasses import replace

from pages.overview.other_program import OtherProgram
from pages.translator.other_comparison import comparison_of, other_area
from pages.translator.other_edits import parameter_place, with_number
from pages.translator.other_source import OtherSource, area_of, continued_of
from pages.translator.run_name import RunName
from pages.translator.setting import SentenceSetting
from transformer_lab.learning.opened_run import FAMILY
from ui.answer.answer import Answer, Area
from ui.answer.chips import suggestions
from ui.answer.map_areas import CELLS, ON_DEMAND, OTHER_CELLS
from ui.answer.parts import Chip, Chips, Columns, Heading, Note, Part, Reset
from ui.explain.arithmetic import percent
from ui.explain.trail import read_trail, write_trail
from ui.models import FIND, Beside, BoardAbout, BoardSeen, OffHead, SetNumber
from ui.state.address import Selection, State
from ui.state.change import ParameterEdit
from ui.words.language import Text, text_of


def other_answer(
    state: State[SentenceSetting], text: Text, source: OtherSource, examples: Area
) -> Answer:
    """The page's answer, once the model is open and has read the sentence."""
    setting, about, seen = state.setting, source.about, source.seen
    assert about is not None and seen is not None
    selection, program = state.selection, OtherProgram(setting, about, seen, state.selection)
    comparison = comparison_of(text, setting, source)
    problem = "" if comparison is None else comparison.problem
    found = None if comparison is None or problem else comparison

    def made(
        name: str,
        *,
        follows_pin: bool = False,
        is_large: bool = False,
        beside: Callable[[], Beside] | None = None,
    ) -> Area:
        pinned = (selection.pin, selection.trail) if follows_pin else ("", "")
        given = (text, setting.name, setting.board_question, name, *pinned)
        return Area(
            list, follows_pin, is_large=is_large, encoded=area_of(*given, beside if found else None)
        )

    def on_demand(name: str) -> Area | None:
        if name == "origins":
            return made(name, follows_pin=True)
        if name.startswith(OTHER_CELLS) and found is not None:
            return Area(list, encoded=other_area(text, found, name.replace(OTHER_CELLS, CELLS, 1)))
        return made(name) if name.startswith(ON_DEMAND) else None

    def beside_map() -> Beside:
        assert found is not None
        return found.beside_map()

    def beside_number() -> Beside:
        assert found is not None
        return found.beside_number(write_trail([program.cell]))

    find = setting.find.strip() if about.has_logits else ""
    searched = f"{FIND}{find}" if find else "arithmetic"
    is_coming = comparison is not None and comparison.is_coming
    warnings = [Note(problem, "info" if is_coming else "warning")] if problem else []
    first = {
        "examples": examples,
        "chips": Area(lambda: [_suggestions(text, setting, about, seen)]),
        "notice": Area(lambda: [*_notice(text, setting, about, seen), *warnings]),
        "map": made("map", is_large=True, beside=beside_map),
        "details": Area(lambda: _details(text, setting, about, seen)),
        "arithmetic": made(searched, follows_pin=True, beside=beside_number),
    }
    if is_coming:
        first = {name: replace(area, is_provisional=True) for name, area in first.items()}
    printed = Area(lambda: [program.program(text)], follows_pin=True)
    return Answer(first, {"pytorch": printed}, on_demand=on_demand)


def _sentence(seen: BoardSeen) -> list[str]:
    """The tokens of the sentence, which an encoder, or a decoder alone, reads."""
    return list(seen.src or seen.tgt)


def _suggestions(text: Text, setting: SentenceSetting, about: BoardAbout, seen: BoardSeen) -> Chips:
    tokens = _sentence(seen)
    suggested = {}
    words = setting.sentence.split()
    if about.mask and about.has_logits and len(words) > 1:
        masked = " ".join([*words[:-1], about.mask])
        suggested["mask"] = (setting.with_values(sentence=masked), "")
    special = seen.special.get("src" if seen.src else "tgt", ())
    place = next((at for at in range(1, len(tokens)) if at not in special), None)
    if place is not None:
        suggested["other_hide"] = (setting.with_values(hidden=setting.hidden | {place}), "")
    kind = next(iter(about.heads))
    head = OffHead(kind, len(about.heads[kind]) - 1, 0)
    suggested["other_head"] = (setting.with_values(other_heads=setting.other_heads | {head}), "")
    swapped = _swapped(words)
    if swapped and not setting.second_model.strip():
        suggested["second"] = (setting.with_values(second=" ".join(swapped)), "")
    named: dict[str, dict[str, object]] = {
        "second": {"one": swapped[2], "two": swapped[1]} if swapped else {},
        "mask": {"mask": about.mask},
        "other_hide": {"token": tokens[place] if place is not None else ""},
        "other_head": {"head": 1, "layer": head.layer + 1},
    }
    return suggestions(text, setting, suggested, named)


def _swapped(words: list[str]) -> list[str]:
    """A sentence with its second and third word in the place of each other; empty if it has none.

    The first word stays, which many tokenizers split in another way than the same word elsewhere.
    """
    first, one, two, *rest = [*words, "", "", ""]
    is_possible = one.isalpha() and two.isalpha() and one != two
    return [first, two, one, *filter(None, rest)] if is_possible else []


def _notice(text: Text, setting: SentenceSetting, about: BoardAbout, seen: BoardSeen) -> list[Part]:
    """How the model was checked, how to read its rows, and what was left out."""
    words = text_of("models", text.language)
    what = words(f"board.{'logit' if about.has_logits else 'last'}")
    is_same = about.probe == 0
    same = {} if is_same else {"difference": scientific(about.probe), "what": what}
    if about.family == FAMILY:
        lines = [words("board.trained", step=f"{RunName.read(setting.name).step:,}")]
    else:
        lines = [words(f"board.{'same_digits' if is_same else 'same'}", **same)]
    if not about.has_logits:
        lines.append(words("board.no_head"))
    elif not seen.tgt:
        lines.append(words("board.encoder_reads"))
    elif not seen.src:
        lines.append(words("board.decoder_reads"))
    if seen.is_cut:
        lines.append(words("notes.source_cut", limit=len(_sentence(seen))))
    if seen.is_target_cut:
        lines.append(words("notes.target_cut", limit=len(seen.tgt)))
    return [Note(" ".join(lines), "quiet"), *_ignored(words, setting, seen)]


def _ignored(words: Text, setting: SentenceSetting, seen: BoardSeen) -> list[Part]:
    """Say that a target has no effect on half of a model."""
    if not setting.target.strip() or (seen.src and seen.tgt):
        return []
    return [Note(words(f"ignored.{'encoder' if seen.src else 'decoder'}"), "info")]


def scientific(number: float) -> str:
    """Write a small share: "2 × 10⁻⁶"."""
    digits, _, power = f"{number:.0e}".partition("e")
    raised = str(int(power)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"{digits}\u00a0×\u00a010{raised}"


def _details(
    text: Text, setting: SentenceSetting, about: BoardAbout, seen: BoardSeen
) -> list[Part]:
    """The tokens and the heads that can be switched off."""
    tokens = [
        Chip.to(
            token,
            setting.with_values(hidden=setting.hidden ^ {place}),
            None,
            is_on=place in setting.hidden,
        )
        for place, token in enumerate(_sentence(seen))
    ]
    start = setting.with_values(hidden=frozenset(), other_heads=frozenset(), other_numbers=())
    is_changed = bool(setting.hidden or setting.other_heads or setting.other_numbers)
    reset = Chip.to("", start, None) if is_changed else None
    heads = [_heads(text, setting, about, kind) for kind in about.heads]
    title = Heading(text("heads_off.title"), text("heads_off.about"))
    hide = Chips("hide", tokens, text("hide.title_other"), look="tokens")
    goes_on = [] if seen.src or not about.has_logits else _goes_on(text, setting)
    return [*goes_on, hide, title, Columns("heads", heads), Reset(reset)]


def _goes_on(text: Text, setting: SentenceSetting) -> list[Part]:
    """What a decoder alone writes after the sentence; a click appends it up to that token."""
    words, written = (
        text_of("models", text.language),
        continued_of(setting.name, setting.board_question),
    )
    if not written:
        return []
    chips = [
        Chip.to(
            f"{one.token} {percent(one.probability)}%",
            setting.with_values(sentence=one.text) if one.text else setting,
            None,
            hint=words("board.goes_on_append") if one.text else "",
            is_fixed=not one.text,
        )
        for one in written
    ]
    title = words(f"board.goes_on_{'drawn' if setting.is_sampled else 'likeliest'}")
    return [Chips("goes_on", chips, title)]


def _heads(text: Text, setting: SentenceSetting, about: BoardAbout, kind: str) -> list[Part]:
    """A switch for each head of one kind of attention, layer by layer."""
    rows: list[Part] = []
    for layer, count in enumerate(about.heads[kind]):
        chips = []
        for head in range(count):
            one = OffHead(kind, layer, head)
            to = setting.with_values(other_heads=setting.other_heads ^ {one})
            is_on = one not in setting.other_heads
            chips.append(Chip.to(str(head + 1), to, None, hint=text("heads_off.help"), is_on=is_on))
        title = text("heads_off.of", kind=text(f"kinds_long.{kind}"), layer=layer + 1)
        name = f"heads_{kind}_{layer}"
        rows.append(Chips(name, chips, title, in_line=True, look="switches"))
    return rows


def other_pinned(state: State[SentenceSetting], pin: str) -> State[SentenceSetting]:
    """Pin a number by its name; whether there is such a number its own process decides."""
    try:
        is_cell = len(read_trail(pin)) == 1
    except ValueError:
        is_cell = False
    return replace(state, selection=Selection(pin if is_cell else ""))


def other_changed(
    setting: SentenceSetting, edit: ParameterEdit, source: OtherSource
) -> SentenceSetting:
    """Set a parameter by hand. Raises: ValueError if the cell is not a parameter."""
    cells = read_trail(edit.cell)
    if source.about is None or source.seen is None or len(cells) != 1:
        raise ValueError("this number cannot be set by hand")
    (cell,) = cells
    place = parameter_place(cell.tensor, cell.index, source.about.parameters, source.seen.ids)
    if place is None:
        raise ValueError("this number is not a parameter")
    number = SetNumber(*place, edit.value)
    return setting.with_values(other_numbers=with_number(setting.other_numbers, number))
