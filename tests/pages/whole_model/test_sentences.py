"""Which tokens the decoder reads, and which it should say."""

import pytest
import torch

from pages.whole_model.sentences import END, PAD, START, reading_own, sentences_of

SOURCE, TARGET = ("I", "see"), ("je", "vois", "je")


@pytest.mark.parametrize("padding", [0, 1, 3])
def test_the_decoder_reads_all_but_the_last_and_should_say_all_but_the_first(padding):
    sentences = sentences_of(SOURCE, TARGET, padding)
    trg = sentences.trg
    assert trg.tolist() == [[START, 4, 6, 4, END, *[PAD] * padding]]
    assert torch.equal(sentences.tgt_ids, trg[:, :-1])
    assert torch.equal(sentences.targets, trg[:, 1:])


def test_with_padding_the_last_token_is_padding_and_not_the_end():
    assert END not in sentences_of(SOURCE, TARGET, 0).tgt_ids
    padded = sentences_of(SOURCE, TARGET, 1)
    assert padded.tgt_ids[0].tolist()[-1] == END
    assert PAD not in padded.tgt_ids
    assert padded.targets[0].tolist()[-2:] == [END, PAD]


@pytest.mark.parametrize("padding", [0, 1, 3])
def test_every_token_has_its_name(padding):
    sentences = sentences_of(SOURCE, TARGET, padding)
    for ids, names in ((sentences.tgt_ids, sentences.tgt_names),
                       (sentences.targets, sentences.target_names)):  # fmt: skip
        assert [name.split(" ")[0] for name in names] == list(map(sentences.name, ids[0].tolist()))
    assert sentences.tgt_names[:4] == ("⟨start⟩", "je (2)", "vois", "je (4)")


def test_what_the_model_wrote_is_read_in_the_place_of_the_target():
    own = reading_own(sentences_of(SOURCE, TARGET, 2), [6, 6, END])
    assert own.tgt_ids.tolist() == [[START, 6, 6]]
    assert own.targets.tolist() == [[4, 6, 4]]
    assert own.tgt_names == ("⟨start⟩", "vois (2)", "vois (3)")
    assert own.target_names == ("je (1)", "vois", "je (3)")
    assert own.src_ids.tolist() == [[3, 5, PAD, PAD]]
