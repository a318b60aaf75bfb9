"""How a text is cut, as the file that the `tokenizers` library and transformers read."""

import json

from transformer_lab.learning.config import RunConfig
from transformer_lab.own_data.data import MASK
from transformer_lab.own_data.merges import PIECES
from transformer_lab.vocabulary import SPECIAL_TOKENS

GRAPHEME = r"\X"
"""One character as a reader takes it, which is what our characters are."""


def tokeniser_files(config: RunConfig) -> dict[str, bytes]:
    """tokenizer.json and tokenizer_config.json of a text's data."""
    # Loading it takes a tenth of a second, which nobody should wait for who exports nothing.
    from tokenizers import AddedToken, Regex, Tokenizer
    from tokenizers.decoders import Fuse
    from tokenizers.models import BPE, WordLevel
    from tokenizers.pre_tokenizers import Split

    assert config.data is not None
    cutter, tokens = config.data.cutter, config.data.target.tokens
    vocabulary = {token: at for at, token in enumerate(tokens)}
    padding, unknown, start, end = SPECIAL_TOKENS
    if cutter.cut == "subwords":
        merges = [one for one in cutter.merges if "".join(one) in vocabulary]
        merges = [one for one in merges if all(part in vocabulary for part in one)]
        tokenizer = Tokenizer(BPE(vocabulary, merges, unk_token=unknown))
        tokenizer.pre_tokenizer = Split(Regex(PIECES), "isolated")
    else:
        tokenizer = Tokenizer(WordLevel(vocabulary, unk_token=unknown))
        tokenizer.pre_tokenizer = Split(Regex(GRAPHEME), "isolated")
    tokenizer.decoder = Fuse()
    special = [AddedToken(token, special=True) for token in (*SPECIAL_TOKENS, MASK)]
    tokenizer.add_special_tokens(special)
    settings = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "pad_token": padding,
        "unk_token": unknown,
        "bos_token": start,
        "eos_token": end,
        "mask_token": MASK,
        "model_max_length": config.context,
        "clean_up_tokenization_spaces": False,
    }
    return {
        "tokenizer.json": tokenizer.to_str(pretty=False).encode(),
        "tokenizer_config.json": json.dumps(settings, ensure_ascii=False, indent=2).encode(),
    }
