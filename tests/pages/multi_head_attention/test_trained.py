"""Multi-head attention with the weights and the input of the trained translator."""

import re

import pytest
import torch

from english_korean.heads.jobs import JOBS
from pages.multi_head_attention.jobs import GENERAL, MOST_JOBS, job_key
from pages.multi_head_attention.run import LEAST_SHARE, run_of
from pages.multi_head_attention.setting import STEPS
from pages.translator.model_edits import PATHS, the_translator
from pages.translator.trained_attention import KINDS, trained_attention, translator_config
from tests.pages.answers import Asked
from transformer_core import trace
from ui.answer.parts import Chips, Link
from ui.explain.arithmetic import percent

SENTENCES = (
    "she bought an old book",
    "Zoe saw a quokka in the park",
    "colorless green ideas sleep furiously",
    "go",
    "나는 책을 읽는다",
)
EVERY = [
    (sentence, kind, layer)
    for sentence in SENTENCES
    for kind in KINDS
    for layer in range(translator_config().num_layers)
]
HEADS = range(translator_config().num_heads)


def trained(language="en", **values):
    return Asked("multi_head_attention", language, **values)


def of(sentence, kind, layer, **values):
    return trained(sentence=sentence, kind=kind, layer=layer, **values)


def test_the_page_opens_with_the_trained_translator_in_both_languages(language):
    asked = trained(language)
    assert asked.setting.is_trained
    (on,) = [chip.label for chip in asked.row("presets").values() if chip.is_on]
    assert on == asked.text("presets.encoder")
    assert not asked.all(Link, "picture")


@pytest.mark.parametrize(("sentence", "kind", "layer"), EVERY)
def test_every_head_shows_the_models_own_weights(sentence, kind, layer):
    asked = of(sentence, kind, layer)
    own = trained_attention(sentence, kind, layer)
    for head in HEADS:
        name = "weights" if head == 0 else f"weights_{head}"
        torch.testing.assert_close(asked.values(name), own.steps.weights[head])
    last = asked.with_values(step="project_back")
    torch.testing.assert_close(last.values("projected"), own.output, atol=1e-4, rtol=1e-4)


@pytest.mark.parametrize(("sentence", "kind", "layer"), EVERY)
def test_one_head_of_full_width_adds_up_the_scores_of_all_heads(sentence, kind, layer):
    run = run_of(of(sentence, kind, layer).setting)
    torch.testing.assert_close(
        run.full.scores, run.records["scores"][0].sum(0), atol=1e-3, rtol=1e-4
    )


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("source", ["trained", "random"])
def test_a_projection_of_its_own_gives_a_head_the_same_queries(source, head):
    asked = trained(source=source, head=head, step="split")
    torch.testing.assert_close(asked.values("own_Q"), asked.values("Q"), atol=1e-5, rtol=1e-5)
    made = asked.values("X") @ asked.values("own_W_Q")
    bias = run_of(asked.setting).module.w_q.bias.unflatten(0, (-1, asked.setting.d_k))[head]
    torch.testing.assert_close(made + bias, asked.values("own_Q"), atol=1e-5, rtol=1e-5)
    apart = f"{(asked.values('own_Q') - asked.values('Q')).abs().max():.1e}"[0]
    assert any(apart in note for note in asked.notes)


def test_the_question_whether_splitting_is_projecting_has_its_preset(language):
    asked = trained(language).pressed("questions.projections")
    assert {"Q", "X", "own_W_Q", "own_Q"} <= {*asked.matrices}
    assert asked.text("watch.projections") in asked.watched()


@pytest.mark.parametrize(("sentence", "kind", "layer"), EVERY)
def test_a_share_is_the_mean_weight_on_the_keys_of_its_job(sentence, kind, layer):
    asked = of(sentence, kind, layer)
    run = run_of(asked.setting)
    assert 1 <= len(run.jobs) <= MOST_JOBS
    for place, targets in enumerate(run.jobs.values()):
        for head in HEADS:
            weights = run.records["weights"][0, head]
            rows = targets.any(-1)
            expected = (weights * targets).sum(-1)[rows].mean()
            torch.testing.assert_close(asked.values("jobs")[place, head], expected)


def test_every_job_has_its_words(language):
    asked = trained(language)
    for job in {job.name for jobs in JOBS.values() for job in jobs} | {*sum(GENERAL.values(), ())}:
        assert f"jobs.{job_key(job)}" in asked.text


@pytest.mark.parametrize(("sentence", "kind", "layer"), EVERY)
def test_a_head_is_named_by_what_at_least_a_quarter_of_its_weight_is_on(sentence, kind, layer):
    asked = of(sentence, kind, layer)
    shares = asked.values("jobs").T
    for head in HEADS:
        note = asked.matrices["weights" if head == 0 else f"weights_{head}"].note
        most = float(shares[head].max())
        assert bool(note) == (most >= LEAST_SHARE)
        if note:
            named = [one for one in asked.matrices["jobs"].rows.labels if note.startswith(one)]
            place = list(asked.matrices["jobs"].rows.labels).index(max(named, key=len))
            assert f"{shares[head, place]:.2f}" == f"{most:.2f}"
            assert f"{percent(float(shares[head, place]))}%" in note
        outlined = asked.matrices["jobs"].marks[:, head].nonzero()[0].tolist()
        assert outlined == ([place] if note else [])


def test_the_verb_and_its_object_are_found_where_the_grammar_knows_them():
    asked = trained(sentence="she bought an old book")
    jobs = run_of(asked.setting).jobs
    words = asked.setting.sentence.split()
    nouns = {name: targets.nonzero().tolist() for name, targets in jobs.items()}
    assert nouns.get("adjective at its noun", [[3, 4]]) == [[3, 4]]
    assert jobs["previous word"].nonzero().tolist() == [[at, at - 1] for at in range(1, len(words))]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("off", [{0}, {1, 2}, {*HEADS}])
@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_next_token_changes_as_in_a_forward_without_these_heads(sentence, kind, off):
    asked = of(sentence, kind, 1, step="project_back", off=frozenset(off))
    effect, written = run_of(asked.setting).effect, asked.setting.attention.written
    translator, path = the_translator(), PATHS[kind].format(layer=1)
    src_ids = translator.source_ids(written.recognition)
    tgt_ids, d_k = written.translation.tgt_ids, asked.setting.d_k

    def without(heads):
        kept = heads.clone()
        kept[:, sorted(off)] = 0
        return kept

    assert d_k * len(HEADS) == asked.setting.width
    with torch.inference_mode(), trace(translator.model, {f"{path}.heads": without}):
        probabilities = translator.model(src_ids, tgt_ids[:, :-1])[0].softmax(-1)
    expected = probabilities.gather(1, tgt_ids[0, 1:, None])[:, 0]
    torch.testing.assert_close(effect.after, expected, atol=1e-5, rtol=1e-4)
    others = int((probabilities.argmax(-1) != tgt_ids[0, 1:]).sum())
    assert effect.others == others
    (sentence,) = [note for note in asked.notes if re.search(r"Most changed: .*%", note)]
    assert (f"**{others} of {len(expected)}**" in sentence) == (others > 0)


def test_nothing_is_said_of_the_next_token_while_every_head_is_on():
    assert run_of(trained(step="project_back").setting).effect is None


@pytest.mark.sampled
@pytest.mark.parametrize(("sentence", "kind", "layer"), EVERY)
@pytest.mark.parametrize("step", STEPS)
def test_every_step_has_its_pictures_and_its_arithmetic(sentence, kind, layer, step):
    asked = of(sentence, kind, layer, step=step, off=frozenset({1}))
    assert asked.matrices
    assert asked.arithmetic.title


def test_a_head_that_is_clicked_is_opened():
    asked = trained().done(pin="weights_2.1.0")
    assert (asked.setting.opened, asked.state.selection.pin) == (2, "weights.1.0")


@pytest.mark.parametrize("sentence", ["🙂 🙃", "..."])
def test_a_sentence_that_the_translator_cannot_read_offers_another_one(sentence):
    asked = trained(source="random", sentence=sentence)
    opened = asked.pressed("presets.encoder")
    assert opened.setting.sentence == asked.text("controls.sentence_trained")


def test_the_switches_name_the_share_of_every_head(language):
    asked = trained(language, step="project_back")
    (switches,) = [row for row in asked.all(Chips) if row.name == "heads"]
    assert len(switches.chips) == len(HEADS)


@pytest.mark.parametrize(("sentence", "kind", "layer"), EVERY)
def test_what_one_head_misses_is_counted_on_the_pictures(sentence, kind, layer, language):
    asked = trained(language, sentence=sentence, kind=kind, layer=layer)
    names = ["weights", *(f"weights_{head}" for head in HEADS if head)]
    heads = torch.stack([asked.values(name) for name in names])
    seen, one = heads.amax(0) >= 0.5, asked.values("full_weights")
    missed = int((seen & (one < 0.1)).sum())
    note = next(note for note in asked.notes if asked.text("measured_here") in note)
    if missed:
        assert f"**{missed} of {int(seen.sum())}**" in note or f"**{missed}쌍**" in note
    else:
        name = "misses_nothing" if seen.any() else "nothing_seen"
        assert asked.text(name, seen=int(seen.sum()), missed=0) in note


@pytest.mark.sampled
@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize(("sentence", "kind", "layer"), EVERY)
def test_no_head_is_held_against_one_that_does_its_job_more(sentence, kind, layer, head):
    asked = of(sentence, kind, layer, head=head)
    run = run_of(asked.setting)
    name, own = run.most(head)
    one = float(run.full_job_shares[0, list(run.jobs).index(name)])
    started = asked.text("comparison", number=head + 1, job="@", own="", full="").split("@")[0]
    start = started.split("**")[0]
    if own <= one:
        assert not [note for note in asked.notes if start in note]
