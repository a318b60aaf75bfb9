"""What several heads see that one head of full width does not, and how wide each looks."""

from pages.multi_head_attention.matrices import job_name
from pages.multi_head_attention.run import MultiHeadRun, entropies
from pages.multi_head_attention.setting import MultiHeadSetting
from transformer_lab.measures.overlooked import overlooked
from ui.answer.parts import Note
from ui.explain.arithmetic import percent
from ui.picture.label import with_gloss
from ui.words.language import Text

LEAST_APART = 0.05
"""Shares of weight that differ by less are not held against each other."""


def heads_and_one(text: Text, setting: MultiHeadSetting, run: MultiHeadRun) -> list[Note]:
    """What the heads look at and one head that is not split does not, and the opened head's job."""
    if setting.step != "attend" or setting.heads == 1:
        return []
    where = text("measured_here" if setting.is_trained else "measured_random")
    sentences = [_overlooked(text, setting, run), *_own_job(text, setting, run), where]
    return [Note(" ".join(sentences))]


def _overlooked(text: Text, setting: MultiHeadSetting, run: MultiHeadRun) -> str:
    """What one head that is not split overlooks, with the key that it overlooks most."""
    weights, full = run.records["weights"][0], run.full.weights
    found = overlooked(weights, full)
    figures: dict[str, object] = {"seen": found.looked_at, "missed": found.overlooked}
    if not found.overlooked:
        return text("misses_nothing" if found.looked_at else "nothing_seen", **figures)
    queries, keys = setting.labels(text.language)
    figures |= {
        "query": with_gloss(queries[found.query]),
        "key": with_gloss(keys[found.key]),
        "number": found.head + 1,
        "own": percent(float(weights[found.head, found.query, found.key])),
        "full": percent(float(full[found.query, found.key])),
    }
    sentences = [text("misses", **figures)]
    most, instead = full[found.query].max(dim=-1)
    if int(instead) != found.key:
        key = with_gloss(keys[int(instead)])
        sentences.append(text("looks_instead", key=key, most=percent(float(most))))
    return " ".join(sentences)


def _own_job(text: Text, setting: MultiHeadSetting, run: MultiHeadRun) -> list[str]:
    """What the opened head looks at most, where one head that is not split does so less."""
    job, own = run.most(setting.opened)
    full = float(run.full_job_shares[0, [*run.jobs].index(job)])
    shares = {"job": job_name(text, job), "own": percent(own), "full": percent(full)}
    if own - full < LEAST_APART:
        return []
    return [text("comparison", number=setting.opened + 1, **shares)]


def widths(text: Text, setting: MultiHeadSetting, run: MultiHeadRun) -> list[Note]:
    """What one head does with the same numbers, on the step that shows it."""
    if setting.step != "attend" or setting.drops:
        return []
    bits = vars(entropies(run, setting.opened))
    figures = {name: f"{value:.2f}" for name, value in bits.items()}
    figures |= {f"{name}_keys": f"{2**value:.1f}" for name, value in bits.items()}
    sizes = {"number": setting.opened + 1, "heads": setting.heads}
    if setting.heads == 1:
        return [Note(text("one_head", **sizes, **figures), "quiet")]
    return [Note(f"{text('one_softmax', **sizes)} {text('widths', **sizes, **figures)}", "quiet")]
