"""The loss: the shifted target, which positions count, and what label smoothing asks for."""

from dataclasses import replace

import torch

from pages.encoder_decoder.arithmetic import arithmetic_of, computation_of, picked_cell
from pages.encoder_decoder.output import one_decimal
from pages.encoder_decoder.setting import EncoderDecoderSetting
from pages.encoder_decoder.switches import numbers, training_steps
from pages.encoder_decoder.token_rows import TokenCell, TokenRow, TokenRows
from pages.whole_model.sentences import PAD, SPECIALS, START
from transformer_core import cross_entropy_over_padding, masked_cross_entropy
from transformer_core.explain.computation import Cell, Computation
from transformer_lab.measures import least_loss, smoothed_target
from ui.answer.parts import Chip, Chips, Columns, Note, Part
from ui.explain.arithmetic import Arithmetic, Chart, Level, Span, chart_of, exact, span
from ui.explain.arithmetic.numbers import read_back, relation
from ui.explain.trail import write_trail
from ui.picture.word_labels import word_labels
from ui.state.address import Selection
from ui.words.language import Text

BARS = 5
"""The number of tokens with a separate bar next to the loss."""
PADDING, SMOOTHING = (0, 1, 2, 4), (0.0, 0.1, 0.2, 0.4)
WITH_BARS = ("losses", "probabilities", "logits")
"""The tensors whose numbers are shown with the target and the prediction of their position."""


def loss_parts(text: Text, setting: EncoderDecoderSetting, selection: Selection) -> list[Part]:
    """The loss of each position and of all, and the target and the prediction of the picked one."""
    if setting.forward.reads_own:
        forced = Chip.to(text("shift.read_target"), setting.with_values(reads="target"), None)
        return [Note(text("shift.own"), "info"), Chips("forced", [forced])]
    controls = [
        [numbers(text, setting, "padding", PADDING)],
        [numbers(text, setting, "label_smoothing", SMOOTHING)],
        training_steps(text, setting),
    ]
    rows = _shifted(text, setting, computation_of(setting), selection)
    left: list[Part] = [rows, Note(_shift_note(text, setting), "quiet"), _mean(text, setting)]
    right: list[Part] = [_position(text, setting, selection), _least_note(text, setting)]
    return [Columns("controls", controls), Columns("loss", [left, right])]


def _shifted(
    text: Text, setting: EncoderDecoderSetting, computation: Computation, selection: Selection
) -> TokenRows:
    """What the decoder reads above what it should say, and the loss of each position."""
    sentences = setting.sentences
    due, losses = sentences.targets[0].tolist(), computation.tensors["losses"].tolist()
    shares = computation.tensors["probabilities"]

    def cell(content: str, place: int, pin: Cell, about: str = "") -> TokenCell:
        written, is_real = write_trail([pin]), due[place] != PAD
        is_on = selection.pin == written
        chip = Chip.to(content, setting, written, is_on=is_on)
        return TokenCell(content, about, "" if is_real else "padding", chip)

    def row(
        name: str, code: str, cells: list[TokenCell], first: str = "", last: str = ""
    ) -> TokenRow:
        ends = [TokenCell(one, text("shift.dropped"), "dropped") for one in (first, last) if one]
        before = ends[:1] if first else [TokenCell()]
        after = ends[-1:] if last else [TokenCell()]
        return TokenRow(text(f"shift.{name}"), [*before, *cells, *after], code)

    places = range(len(due))
    read = [cell(sentences.tgt_names[at], at, Cell("losses", (at,))) for at in places]
    said = [cell(sentences.target_names[at], at, Cell("losses", (at,))) for at in places]
    likely = [
        cell(
            f"{one_decimal(float(shares[at, due[at]]))}%", at, Cell("probabilities", (at, due[at]))
        )
        for at in places
    ]
    cost = [
        cell(exact(losses[at]), at, Cell("losses", (at,)))
        if due[at] != PAD
        else TokenCell(text("shift.not_counted"), "", "padding")
        for at in places
    ]
    # The dropped token is told apart from those that are read before it.
    whole = word_labels([sentences.name(token) for token in sentences.trg[0].tolist()])
    rows = [
        row("reads", "trg[:, :-1]", read, last=whole[-1]),
        row("due", "trg[:, 1:]", said, first=SPECIALS[START]),
        row("probability", "", likely),
        row("loss", "", cost),
    ]
    return TokenRows("shifted", text("shift.title"), rows)


def _shift_note(text: Text, setting: EncoderDecoderSetting) -> str:
    targets = setting.sentences.targets
    count, real = targets.numel(), int((targets != PAD).sum())
    values = {"length": count + 1, "count": count, "real": real}
    return text("shift.padded" if setting.padding else "shift.unpadded", **values)


def _result(worked_out: float, value: float) -> Span:
    return span(f"{relation(worked_out, value)} {exact(value)}", "result")


def _mean(text: Text, setting: EncoderDecoderSetting) -> Arithmetic:
    """The loss over real positions, and the result of averaging over padding as well."""
    logits, targets = setting.forward.records["logits"], setting.sentences.targets
    smoothing = setting.label_smoothing
    plain = masked_cross_entropy(logits, targets, PAD)
    smoothed = masked_cross_entropy(logits, targets, PAD, smoothing)
    diluted = cross_entropy_over_padding(logits, targets, PAD, smoothing)
    real, every = int((targets != PAD).sum()), targets.numel()
    total = read_back(exact(float(smoothed) * real))
    chance = float(torch.log(torch.tensor(float(logits.size(-1)))))
    name = "loss.padding" if setting.padding else "loss.no_padding"
    padding = span(text(name, padding=every - real, count=every))
    mean = [span(f"{exact(total)} / {real}"), _result(total / real, float(smoothed))]
    # Without smoothing both numbers are equal.
    lines = [(text("loss.plain"), [span(exact(float(plain)), "result")] if smoothing else mean)]
    if smoothing:
        lines.append((text("loss.masked"), mean))
    lines += [
        (
            text("loss.diluted"),
            [span(f"{exact(total)} / {every}"), _result(total / every, float(diluted)), padding],
        ),
        (text("loss.chance"), [span(f"ln {logits.size(-1):,}"), _result(chance, chance)]),
    ]
    title = f"{text('loss.title')} = {exact(float(smoothed))}"
    levels: dict[str, Level] = dict.fromkeys((label for label, _ in lines), "numbers")
    return Arithmetic(
        title, text("loss.question"), lines, sentence=text("loss.sentence"), levels=levels
    )


def _position(text: Text, setting: EncoderDecoderSetting, selection: Selection) -> Arithmetic:
    """The arithmetic of the picked number, or of the first loss; with it its position's bars."""
    cell = picked_cell(setting, selection) or Cell("losses", (0,))
    made = arithmetic_of(text, setting, cell, selection.trail)
    if cell.tensor not in WITH_BARS:
        return made
    return replace(made, charts=target_charts(text, setting, cell.index[0]))


def target_charts(text: Text, setting: EncoderDecoderSetting, place: int) -> list[Chart]:
    """Bars of a position's smoothed target, and of the model's prediction there."""
    sentences, size, share = setting.sentences, setting.vocab_size, setting.label_smoothing
    due = int(sentences.targets[0, place])
    if due == PAD:
        return []
    predicted = setting.forward.records["logits"][0, place].softmax(dim=-1)  # (vocab,)
    likely = [token for token in predicted.topk(min(BARS, size)).indices.tolist() if token != due]
    tokens = [due, *likely[: BARS - 1]]
    labels = [*map(sentences.name, tokens), text("loss.others", count=f"{size - len(tokens):,}")]
    due_name = "target" if share else "target_certain"
    rows = {due_name: smoothed_target(due, size, share), "predicted": predicted.double()}
    return [
        chart_of(
            text(f"loss.{name}", token=sentences.tgt_names[place]),
            labels,
            [*one[tokens].tolist(), float(one.sum() - one[tokens].sum())],
            percent=True,
            is_share=True,
        )
        for name, one in rows.items()
    ]


def _least_note(text: Text, setting: EncoderDecoderSetting) -> Note:
    """Where the loss is least, and how near to it a trained model is."""
    smoothing, size = setting.label_smoothing, setting.vocab_size
    values = {
        "smoothing": f"{smoothing:g}",
        "vocab": f"{size:,}",
        "best": f"{100 * float(smoothed_target(0, size, smoothing)[0]):.3g}",
        "least": exact(least_loss(size, smoothing)),
    }
    notes = [text("least.smoothed" if smoothing else "least.certain", **values)]
    if setting.is_trained:
        targets = setting.sentences.targets[0]
        shares = setting.forward.records["logits"][0].softmax(dim=-1)
        right = shares.gather(1, targets.unsqueeze(1))[targets != PAD]
        low, high = (one_decimal(float(one)) for one in (right.min(), right.max()))
        notes.append(text("least.trained", steps=setting.trained_steps, low=low, high=high))
    else:
        notes.append(text("least.untrained"))
    return Note(" ".join(notes))
