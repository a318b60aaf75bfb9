from dataclasses import replace

import torch

from transformer_lab.pretrained.family import Family, Reshaped
from transformer_lab.pretrained.settings import Settings

FAMILY = Family(
    "bird",
    {},
    lambda settings, weights: None,
    {
        "table": "tgt_embedding",
        "block.*.first": "decoder.layers.*.norm_1",
        "block.0.bias": "decoder.position_bias.table",
        "block.*.all": Reshaped(("a.*.q", "a.*.k"), lambda tensor: tensor.chunk(2)),
        "bias_of_logits": "output.bias",
    },
    unneeded=("pooler.**", "block.*.mask"),
)


def names(key: str) -> tuple[str, ...]:
    target = FAMILY.target(key)
    return () if target is None else target.ours


def test_a_name_of_a_module_is_followed_by_that_of_its_tensor():
    assert names("table.weight") == ("tgt_embedding.weight",)
    assert names("bias_of_logits") == ("output.bias",)


def test_the_number_of_a_layer_is_kept():
    assert names("block.12.first.bias") == ("decoder.layers.12.norm_1.bias",)
    assert names("block.0.bias.weight") == ("decoder.position_bias.table.weight",)
    assert names("block.1.bias.weight") == ()


def test_one_tensor_may_hold_several():
    target = FAMILY.target("block.3.all.weight")
    assert target.ours == ("a.3.q.weight", "a.3.k.weight")
    assert [one.tolist() for one in target.split(torch.arange(4))] == [[0, 1], [2, 3]]


def test_how_it_is_cut_may_depend_on_the_settings():
    def cut(settings):
        sizes = [settings.size("first"), 3]
        return {"block.*.cut": Reshaped(("a.*.q", "a.*.k"), lambda tensor: tensor.split(sizes))}

    family = replace(FAMILY, cut=cut).of(Settings({"first": 1}, {}))
    assert family.target("table.weight").ours == ("tgt_embedding.weight",)
    pieces = family.target("block.0.cut.weight").split(torch.arange(4))
    assert [one.tolist() for one in pieces] == [[0], [1, 2, 3]]
    assert FAMILY.of(Settings({}, {})) is FAMILY


def test_other_names_are_unknown():
    for key in ("tables.weight", "block.x.first.bias", "block.1.first.extra", "tableXweight"):
        assert names(key) == ()


def test_what_is_not_needed_is_listed():
    assert FAMILY.is_unneeded("pooler.dense.weight", []) and FAMILY.is_unneeded("block.4.mask", [])
    assert not FAMILY.is_unneeded("table.weight", []) and not FAMILY.is_unneeded("block.mask", [])
