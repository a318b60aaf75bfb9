"""What a model's files say of start and end, read with care: they are a stranger's."""

import json
from pathlib import Path

import pytest

from transformer_lab.pretrained.errors import PretrainedError
from transformer_lab.pretrained.folder import ModelFolder
from transformer_lab.pretrained.settings import Settings
from transformer_lab.pretrained.writing import Writing


def writing(folder: Path, config: dict[str, object], generation: object = None) -> Writing:
    if generation is not None:
        text = generation if isinstance(generation, str) else json.dumps(generation)
        (folder / "generation_config.json").write_text(text)
    return Writing.of(ModelFolder(folder, config, ()), Settings(config, {}, "m"), "m")


def test_a_file_of_its_own_comes_before_the_configuration(tmp_path):
    config = {"decoder_start_token_id": 4, "eos_token_id": 2, "forced_bos_token_id": 9}
    read = writing(tmp_path, config)
    assert (read.start, read.is_named, read.first, read.ends) == (4, True, 9, {2})
    read = writing(tmp_path, config, {"decoder_start_token_id": 5, "eos_token_id": [2, 3]})
    assert (read.start, read.first, read.ends) == (5, None, {2, 3})


def test_without_a_start_token_another_one_is_in_its_place(tmp_path):
    assert writing(tmp_path, {"bos_token_id": 6, "pad_token_id": 1}).start == 6
    read = writing(tmp_path, {"pad_token_id": 1})
    assert read.start == 1 and not read.is_named
    assert writing(tmp_path, {}).start == 0
    config = {"decoder_start_token_id": 4}
    assert writing(tmp_path, config, {"eos_token_id": 2}).start == 4


def test_padding_and_what_is_forbidden_alone_are_never_written(tmp_path):
    config = {"pad_token_id": 1, "bad_words_ids": [[7], [8, 9]], "suppress_tokens": [5]}
    assert writing(tmp_path, config).excluded == {1, 5, 7}


def test_an_end_may_be_written_even_where_it_is_the_padding(tmp_path):
    assert not writing(tmp_path, {"pad_token_id": 2, "eos_token_id": 2}).excluded


def test_what_is_no_token_is_passed_over(tmp_path):
    config = {
        "decoder_start_token_id": "4",
        "eos_token_id": [True, -1, None],
        "bad_words_ids": [3, "x", [[4]]],
        "suppress_tokens": {"a": 1},
    }
    read = writing(tmp_path, config)
    assert not read.is_named and not read.ends and not read.excluded


@pytest.mark.parametrize("text", ["[]", "{", "[" * 100_000])
def test_a_file_that_is_no_table_is_said_so(tmp_path, text):
    with pytest.raises(PretrainedError, match="unreadable"):
        writing(tmp_path, {}, text)
