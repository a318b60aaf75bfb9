"""The PyTorch code of the sentence page: its text and its large matrix."""

from english_korean.language.syntax import Style
from pages.your_sentence.touched import UNTOUCHED, Touched, columns_of, translator_of
from pages.your_sentence.views import Looking
from pages.your_sentence.writing import PARTS, Writing, Written, most_tokens


def your_sentence_code(
    written: Written,
    model: str,
    sentence: str,
    writing: Writing,
    looking: Looking,
    steps: int,
    touched: Touched = UNTOUCHED,
) -> str:
    """What the translator (or the untrained model) writes and attends to in the first steps."""
    stack, part = PARTS[looking.kind]
    start = ".untrained()" if model == "untrained" else ""
    hidden = f", hidden_positions={sorted(written.hidden)}" if written.hidden else ""
    return f"""import torch
{_imports(writing)}

translator = Translator.load(){start}
{_touching(touched, written.attentions.cross.size(1))}{_style(written.style)}
recognition = recognise({sentence!r}, style)
src_ids = translator.source_ids(recognition{hidden})  # (1, seq_k)

{_writing(writing, most_tokens(len(written.words)))}
translation = translator.translation(recognition, src_ids, tgt_ids)
print(translation.written)

with torch.inference_mode(), trace(translator.model) as records:
    translator.model(src_ids, tgt_ids[:, :-1])
heads = records["{stack}.layers.{looking.layer}.{part}.weights"][0]  # (heads, seq_q, seq_k)
{large_matrix(looking, heads=written.attentions.cross.size(1))}
{first_steps(steps, looking.kind) if steps < len(written.tokens) else ""}print(weights)"""


def hugging_face_code(
    sentence: str,
    name: str,
    target: str,
    looking: Looking,
    *,
    heads: int,
    languages: tuple[str, ...] = (),
) -> str:
    """A Hugging Face model's attention, by its name."""
    arguments = f"{sentence!r}, {target!r}" if target.strip() else repr(sentence)
    arguments += f", languages={languages!r}" if languages else ""
    return f"""from pages.your_sentence.pretrained import load

attentions = load({name!r}).look({arguments})
heads = attentions.{looking.kind}[{looking.layer}]  # (heads, seq_q, seq_k)
{large_matrix(looking, heads=heads)}
print(weights)"""


def _imports(writing: Writing) -> str:
    names = {
        "beam": "beam_decoding, trace",
        "greedy": "greedy_decoding, trace",
        "sampled": "generator, sampled_decoding, trace",
        "forced": "trace",
    }
    return f"""from transformer_core import {names[writing.way]}
from english_korean import Translator
from english_korean.language.recognition import recognise
from english_korean.language.syntax import Style
from transformer_core.vocabulary import END_ID, START_ID"""


def _style(style: Style) -> str:
    """The arguments for the Korean speech style."""
    return f'style = Style("{style.level}", honorific={style.honorific})'


def _touching(touched: Touched, num_heads: int) -> str:
    """The lines that edit the model by hand; "" if it is unedited."""
    if not touched:
        return ""
    lines = ["parameters = dict(translator.model.named_parameters())", "with torch.no_grad():"]
    lines += [f"    {line}" for line in changes("parameters", touched, num_heads)]
    return "\n".join([*lines, ""])


def changes(weights: str, touched: Touched, num_heads: int) -> list[str]:
    """A line for each head switched off and each number set; `weights` is the table of names."""
    d_model = translator_of("translator").model.config.d_model
    lines = []
    for head in sorted(touched.heads):
        columns = columns_of(head, d_model // num_heads)
        name = f"{head.path}.w_o.weight"
        lines.append(f'{weights}["{name}"][:, {columns.start}:{columns.stop}] = 0')
    for name, index, value in touched.cells:
        lines.append(f'{weights}["{name}"][{", ".join(map(str, index))}] = {value!r}')
    return lines


def _writing(writing: Writing, longest: int) -> str:
    if writing.way == "forced":
        return f"""morphemes = {list(writing.forced)}
tgt_ids = torch.tensor([[START_ID, *translator.target.ids(morphemes), END_ID]])  # (1, seq_len)"""
    if writing.way == "beam":
        return f"""*_, last = beam_decoding(
    translator.model, src_ids, START_ID, END_ID,
    width={writing.width}, length_penalty={writing.length_penalty}, max_steps={longest - 1},
)
tgt_ids = torch.tensor([last.best[0].ids])  # (1, seq_len)"""
    arguments = f"translator.model, src_ids, START_ID, END_ID, max_len={longest}"
    call = f"greedy_decoding({arguments})"
    if writing.way == "sampled":
        kept = f", top_k={writing.top_k}" if writing.top_k else ""
        call = f"""sampled_decoding(
    {arguments},
    generator=generator({writing.seed}), temperature={writing.temperature}{kept},
)"""
    return f"""*_, last = {call}
tgt_ids = last.tgt_ids  # (1, seq_len)"""


def large_matrix(looking: Looking, *, heads: int) -> str:
    """The heads that are on as one matrix."""
    on = list(looking.on)
    if looking.how == "difference":
        made = f"heads[{on[0]}] - heads[{on[1]}]"
    elif len(on) == 1:
        made = f"heads[{on[0]}]"
    else:
        chosen = "heads" if len(on) == heads else f"heads[{on}]"
        made = f"{chosen}.{'amax' if looking.how == 'maximum' else 'mean'}(dim=0)"
    return f"weights = {made}  # (seq_q, seq_k)"


def first_steps(steps: int, kind: str) -> str:
    """The slice of what has been written so far."""
    cut = {"encoder": "", "decoder": f"[:{steps}, :{steps}]", "cross": f"[:{steps}]"}[kind]
    return f"weights = weights{cut}\n" if cut else ""
