"""The tab on adding and concatenating: both ways to the same numbers, and a table of costs."""

from pages.positional_encoding.joined import costs, joined
from pages.positional_encoding.setting import EncodingSetting
from pages.positional_encoding.views import position_axis
from ui.answer.chips import untrained
from ui.answer.parts import Board, Note, Part, Table
from ui.explain.arithmetic import exact
from ui.picture.matrix_view import Axis, Break, Matrix, Operator
from ui.picture.matrix_view.matrix import Item
from ui.words.language import Text

NAMES = {
    "added": "(x + p) W",
    "word_part": "x W",
    "position_part": "p W",
    "joined": "[x; p] [W₁; W₂]",
    "word_again": "x W₁",
    "own_part": "p W₂",
}
"""The matrices of the board, in its order: three for each way."""


def joined_parts(text: Text, setting: EncodingSetting, link: str) -> list[Part]:
    """What a layer reads either way, and what each way costs."""
    board = Board("joined", _items(text, setting), link=link)
    return [
        Note(text("joined.about"), "quiet"),
        board,
        *_measured(text, setting),
        _costs(text, setting),
        *_notes(text, setting),
    ]


def _items(text: Text, setting: EncodingSetting) -> list[Item]:
    made = joined(setting)._asdict()
    rows = position_axis(text, setting.sum_labels(text.language))
    title = text("joined.column")
    cols = Axis("column", title, spoken=title)
    limit = max(float(made[name].abs().max()) for name in NAMES)
    first, *others = (
        Matrix(name, made[name], rows, cols, name=title, limit=limit, row_labels=at % 3 == 0)
        for at, (name, title) in enumerate(NAMES.items())
    )
    signs: list[Item] = [
        Operator("="),
        Operator("+"),
        Break(text("joined.own")),
        Operator("="),
        Operator("+"),
    ]
    items: list[Item] = [Break(text("joined.same")), first]
    for sign, matrix in zip(signs, others, strict=True):
        items += [sign, matrix]
    return items


def _measured(text: Text, setting: EncodingSetting) -> list[Part]:
    """How far both ways are apart with one W, and with a W₂ of its own."""
    made = joined(setting)
    rounding = float((made.added - (made.word_part + made.position_part)).abs().max())
    apart = float((made.added - made.joined).abs().max())
    name = "positions" if bool(setting.embedded.encoding.any()) else "no_positions"
    message = text("joined.equal", difference=exact(rounding))
    drawn = Note(text("joined.trained", seed=setting.seed))
    return [
        Note(
            f"{message} {text(f'joined.{name}', difference=exact(apart))} {_sizes(text, setting)}"
        ),
        drawn if setting.is_trained else untrained(text, setting.seed),
    ]


def _sizes(text: Text, setting: EncodingSetting) -> str:
    """How many weights the picture has either way, next to what the table counts."""
    made, ways = joined(setting), costs(setting.sum_encoding.d_model)
    added = made.read_weight.numel()
    both = added + made.own_weight.numel()
    whole = ways["concatenated"].attention // ways["added"].attention
    values = {"added": f"{added:,}", "joined": f"{both:,}", "factor": both // added}
    return text("joined.sizes", **values, whole=whole)


def _costs(text: Text, setting: EncodingSetting) -> Table:
    width = setting.sum_encoding.d_model
    ways = costs(width)
    columns = {text("costs.way"): [text(f"costs.{way}") for way in ways]}
    for field in ("width", "attention"):
        columns[text(f"costs.{field}")] = [f"{getattr(one, field):,}" for one in ways.values()]
    return Table(columns)


def _notes(text: Text, setting: EncodingSetting) -> list[Note]:
    """What concatenating without more room would leave."""
    width = setting.sum_encoding.d_model
    if width == 1:
        return []
    half = {"word": f"{width - width // 2:,}", "position": f"{width // 2:,}"}
    return [Note(text("costs.shared", d_model=f"{width:,}", **half), "quiet")]
