"""The answer of the ablations page: the whole next to a model without one part."""

from dataclasses import asdict, replace

from torch import Tensor

from pages.ablations.arithmetic import (
    MATRICES,
    ablation_arithmetic,
    explained_pin,
    head_of,
    pinned,
    run_of,
)
from pages.ablations.code import ablation_programs
from pages.ablations.sentences import alike, measured, outcome, reason, seen
from pages.ablations.setting import AblationSetting
from pages.ablations.views import (
    WHOLE_COLOUR,
    WITHOUT_COLOUR,
    attention_items,
    attention_of,
    curves,
    parts_figure,
)
from transformer_lab.learning.ablations import CONFIGS, RATES, SEEDS, VARIANTS, WHOLE
from transformer_lab.learning.config import RunConfig
from transformer_lab.learning.measuring import MEASURED
from ui.answer.answer import Answer, Area, PageAnswer
from ui.answer.carried import Carried, opening
from ui.answer.chips import suggestions
from ui.answer.links import page_address
from ui.answer.page_handler import answer_of
from ui.answer.parts import (
    Board,
    Chip,
    Chips,
    Columns,
    Curves,
    Entry,
    Legend,
    Link,
    Note,
    Part,
)
from ui.answer.program import Program
from ui.state.address import State
from ui.words.language import Text, text_of

LIVE = ("positions", "scaling", "one_head", *RATES)
"""The variants that the training page can train too; for the others it trains the whole."""
PARTNERS = {"residuals": "norm", "norm": "residuals", "warm_up": "low_peak", "low_peak": "warm_up"}
"""The two parts around each sublayer, the two heights of the rate: who asks for one asks for the
other."""
OF_A_RUN = ("task", "num_layers", "d_model", "num_heads", "d_ff", "steps", "warmup_steps", "factor",
            "batch_size", "positional_encoding", "scaled")  # fmt: skip


def answer(state: State[AblationSetting], text: Text) -> Answer:
    setting = state.setting
    return Answer(
        {
            "chips": Area(lambda: _chips(text, setting)),
            "picture": Area(lambda: _picture(text, setting)),
            "arithmetic": Area(
                lambda: [ablation_arithmetic(text, setting, state.selection)], follows_pin=True
            ),
        },
        {"pytorch": Area(lambda: [_program(text, setting)])},
        setting.variant,
    )


def _chips(text: Text, setting: AblationSetting) -> list[Chips]:
    without = {name: setting.with_values(variant=name) for name in VARIANTS}
    parts = [
        Chip.to(
            text(f"presets.{name}"),
            target,
            hint=outcome(text, target.variant),
            is_on=target.variant == setting.variant,
        )
        for name, target in without.items()
    ]
    seeds = [str(seed) for seed in SEEDS]
    another = seeds[(seeds.index(setting.seed) + 1) % len(seeds)]
    order = "attention" if setting.parts else "parts"
    other = "encoder" if setting.attention == "cross" else "cross"
    suggested = {
        order: (setting.with_values(parts=not setting.parts), ""),
        other: (setting.with_values(attention=other), ""),
        "seed": (setting.with_values(seed=another), ""),
    }
    row = suggestions(text, setting, suggested)
    partner = PARTNERS.get(setting.variant, "")
    partners = [replace(part, is_on=False) for name, part in zip(without, parts, strict=True)
                if name == partner]  # fmt: skip
    return [
        Chips("variants", parts, text("what_if"), is_menu=True),
        replace(row, chips=[*partners, *row.chips]),
    ]


def _picture(text: Text, setting: AblationSetting) -> list[Part]:
    both = [
        [Curves(name, curves(text, setting, name), text(f"axis.{name}"))]
        for name in ("exact", "loss")
    ]
    own: list[Part] = [
        Board(
            "attention",
            attention_items(text, setting),
            f"{seen(text, setting)} {text('matrix_view.hint')}",
            explained=explained_pin(setting),
        ),
        Note(reason(text, setting), "plain"),
        _legend(text, setting),
        Columns("curves", both),
        Note(f"{measured(text, setting)} {alike(text, setting.variant)}", "quiet"),
        live(text, setting),
        *_several_heads(text, setting),
    ]
    if not setting.parts:
        return own
    attention, why, *below = own
    return [*_all_parts(text, setting), why, attention, *below]


def _all_parts(text: Text, setting: AblationSetting) -> list[Part]:
    """What every variant gets right."""
    title = text("all_parts.exact", held_out=MEASURED)
    return [Note(title), Curves("parts", parts_figure(text, setting), title)]


def _several_heads(text: Text, setting: AblationSetting) -> list[Link]:
    """Where several heads do what one cannot, below the outcome of one."""
    if setting.variant != "one_head":
        return []
    address = page_address("multi_head_attention", text.language, {})
    label = text("live.link", page=text("pages.multi_head_attention"))
    return [
        Link(text("several_heads"), label, f"{address}&ask=several_heads", "multi_head_attention")
    ]


def _legend(text: Text, setting: AblationSetting) -> Legend:
    without = text(f"variant.{setting.variant}")
    named = text("legend", name=without, seed=setting.seed)
    return Legend([Entry(WHOLE_COLOUR, text("variant.whole")), Entry(WITHOUT_COLOUR, named)])


def fields_of(config: RunConfig) -> dict[str, object]:
    """The fields of the training page for a run."""
    return {name: value for name, value in asdict(config).items() if name in OF_A_RUN}


def live(text: Text, setting: AblationSetting) -> Link:
    """The training page with the variant's config, or with the whole's."""
    kind = "variant" if setting.variant in LIVE else "whole"
    config = CONFIGS[setting.variant if kind == "variant" else "whole"]
    fields = {**fields_of(config), "seed": setting.seed_number}
    address = page_address("training", text.language, fields)
    words = text_of("training", text.language)
    brings = opening(answer_of("training").setting, words, fields).fields
    label = text("live.link", page=text("pages.training"))
    return Link(text(f"live.{kind}"), label, address, "training", brings)


def _program(text: Text, setting: AblationSetting) -> Program:
    drawn = {
        text(f"variant.{run_of(setting, matrix)}"): f"weights[{number}]"
        f"[{head_of(setting, run_of(setting, matrix))}]"
        for number, matrix in enumerate(MATRICES)
    }
    return Program(text, "ablations", *ablation_programs(setting), drawn=drawn)


def _tensors(setting: AblationSetting) -> dict[str, Tensor]:
    runs = {"whole": "whole", "without": setting.variant}
    return {name: attention_of(setting, run) for name, run in runs.items()}


def gives(state: State[AblationSetting]) -> Carried:
    return Carried(d_model=WHOLE.d_model, num_heads=WHOLE.num_heads)


PAGE = PageAnswer(
    AblationSetting,
    answer,
    pinned=pinned,
    tensors=_tensors,
    presets={name: {"variant": name} for name in VARIANTS},
    gives=gives,
)
