"""The programs of the sentence page: its text and its large matrix."""

from pathlib import Path

from pages.translator.choices import OF_NUMBERS, SUMMARIES
from pages.translator.decoding import PARTS, DecodedSentence, DecodingOptions, most_tokens
from pages.translator.head_choice import HeadChoice
from pages.translator.model_edits import NO_EDITS, ModelEdits, columns_of, the_translator
from ui.answer.template import printed

PROGRAMS = Path(__file__).with_name("programs")


def torch_code(
    written: DecodedSentence, model: str, is_greedy: bool, choice: HeadChoice, steps: int,
    edits: ModelEdits = NO_EDITS,
) -> str:  # fmt: skip
    """What the translator writes and attends to in the first steps, in torch alone: the trained
    one, read from its file, or the untrained one, initialised as before its training.

    Text that was not decoded greedily is given token by token.
    """
    sizes = the_translator().model.config
    ids = written.translation.tgt_ids[0].tolist()
    stack, part = PARTS[choice.kind]
    setting = {
        "d_model": sizes.d_model,
        "num_heads": sizes.num_heads,
        "num_layers": sizes.num_layers,
        "d_ff": sizes.d_ff,
        "seed": written.seed,
        "words": list(written.recognition.read),
        "start": written.style.token,
        "tokens": [written.tgt_tokens[token] for token in ids],
        "hidden": sorted(written.hidden),
        "longest": most_tokens(len(written.words)),
        "path": f"{stack}.layers.{choice.layer}.{part}",
        "shown_stack": stack,
        "shown_layer": choice.layer,
        "heads_on": list(choice.on),
        "steps": steps,
    }
    choices = _looked(choice) | {
        "is_trained": model != "untrained",
        "hides": bool(written.hidden),
        "is_greedy": is_greedy,
        "is_cut": steps < len(written.tokens),
    }
    lines = {"by_hand": changes("W", edits, sizes.num_heads)}
    return printed(PROGRAMS / "torch_only.py", setting, choices, lines=lines, is_compact=True)


def your_sentence_code(
    written: DecodedSentence,
    model: str,
    sentence: str,
    options: DecodingOptions,
    choice: HeadChoice,
    steps: int,
    edits: ModelEdits = NO_EDITS,
) -> str:
    """The same with the core."""
    stack, part = PARTS[choice.kind]
    setting = {
        "sentence": sentence,
        "style": written.style,
        "hidden": sorted(written.hidden),
        "longest": most_tokens(len(written.words)),
        "morphemes": list(options.forced),
        "width": options.width,
        "length_penalty": options.length_penalty,
        "seed": options.seed,
        "temperature": options.temperature,
        "top_k": options.top_k or None,
        "path": f"{stack}.layers.{choice.layer}.{part}",
        "shown_stack": stack,
        "shown_layer": choice.layer,
        "heads_on": list(choice.on),
        "steps": steps,
    }
    choices = _looked(choice) | {
        "is_trained": model != "untrained",
        "hides": bool(written.hidden),
        "way": options.way,
        "is_cut": steps < len(written.tokens),
    }
    lines = {"by_hand": _edit_lines(edits, written.attentions.weights("cross").size(1))}
    return printed(PROGRAMS / "with_core.py", setting, choices, lines=lines)


def hugging_face_code(
    sentence: str,
    name: str,
    target: str,
    choice: HeadChoice,
    *,
    languages: tuple[str, ...] = (),
    file: str = "",
) -> str:
    """The attention of a Hugging Face model, by its name, or of a run, by its file."""
    setting = {
        "name": name,
        "file": file,
        "sentence": sentence,
        "target": target,
        "languages": languages,
        "kind": choice.kind,
        "layer": choice.layer,
        "heads_on": list(choice.on),
    }
    if choice.how in OF_NUMBERS:
        setting["path"] = choice.asked.path
        of_numbers: dict[str, bool | str] = {"how": choice.how, "has_target": bool(target.strip())}
        of_numbers["is_run"] = bool(file)
        return printed(PROGRAMS / "hugging_face_numbers.py", setting, of_numbers)
    choices = _looked(choice) | {
        "has_target": bool(target.strip()),
        "has_languages": bool(languages),
        "is_run": bool(file),
    }
    return printed(PROGRAMS / "hugging_face.py", setting, choices)


def _looked(choice: HeadChoice) -> dict[str, bool | str]:
    """Which attention is looked at, and how its heads become one matrix."""
    is_one = len(choice.on) == 1 and choice.how not in SUMMARIES
    return {"kind": choice.kind, "how": "one" if is_one else choice.how}


def _edit_lines(edits: ModelEdits, num_heads: int) -> list[str]:
    """The lines that edit the model by hand; none if it is unedited."""
    if not edits:
        return []
    lines = ["parameters = dict(translator.model.named_parameters())", "with torch.no_grad():"]
    return [*lines, *(f"    {line}" for line in changes("parameters", edits, num_heads))]


def changes(weights: str, edits: ModelEdits, num_heads: int) -> list[str]:
    """A line for each head switched off and each number set; `weights` is the table of names."""
    d_model = the_translator().model.config.d_model
    lines = []
    for head in sorted(edits.heads):
        columns = columns_of(head, d_model // num_heads)
        name = f"{head.path}.w_o.weight"
        lines.append(f'{weights}["{name}"][:, {columns.start}:{columns.stop}] = 0')
    for name, index, value in edits.cells:
        lines.append(f'{weights}["{name}"][{", ".join(map(str, index))}] = {value!r}')
    return lines
