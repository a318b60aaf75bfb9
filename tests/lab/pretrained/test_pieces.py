"""Tokenisers' own pieces, written so that a person can read them."""

import pytest
import transformers
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import pre_tokenizers

from transformer_lab.pretrained.pieces import byte_level_piece, readable_pieces, spelled_piece

pytestmark = pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses")


def in_letters_for_bytes(text: str) -> str:
    """As GPT-2's tokeniser spells it, by the tokenizers library."""
    spelling = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    return "".join(piece for piece, _ in spelling.pre_tokenize_str(text))


@pytest.mark.parametrize(
    ("piece", "written"),
    [
        ("Ġcat", "␣cat"),
        ("cat", "cat"),
        ("Ċ", "↵"),
        ("ĉ", "⇥"),
        ("íķľ", "한"),
        ("Ġíķľ", "␣한"),
        ("íķ", "⟨ED 95⟩"),
        ("ľ", "⟨9C⟩"),
        ("Ġí", "␣⟨ED⟩"),
        ("ľa", "⟨9C⟩a"),
        ("ðŁĻĤ", "🙂"),
        ("ðŁĻ", "⟨F0 9F 99⟩"),
        ("Â", "⟨C2⟩"),
        ("<|endoftext|>", "<|endoftext|>"),
        ("한", "한"),
    ],
)
def test_byte_level_letters_become_characters_or_bytes(piece, written):
    assert byte_level_piece(piece) == written


@pytest.mark.parametrize(
    ("piece", "written"),
    [
        ("▁cat", "␣cat"),
        ("▁", "␣"),
        ("##ing", "##ing"),
        ("[SEP]", "[SEP]"),
        ("</s>", "</s>"),
        ("<0xED>", "⟨ED⟩"),
        ("<0x0A>", "↵"),
        ("<0x41>", "A"),
        ("고양이", "고양이"),
        ("Ġ", "Ġ"),
        ("a\u200bb", "a⟨U+200B⟩b"),
        ("<b>**x**</b>", "<b>**x**</b>"),
    ],
)
def test_spelled_pieces_keep_their_characters(piece, written):
    assert spelled_piece(piece) == written


@given(st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S")), max_size=20))
def test_whole_characters_are_written_as_themselves(text):
    assert byte_level_piece(in_letters_for_bytes(text)) == text


@given(st.binary(min_size=1, max_size=6))
def test_no_byte_is_lost(data):
    """Where no character is whole, the piece shows exactly its bytes."""
    lone = bytes(byte | 0x80 for byte in data if byte | 0x80 < 0xC0) or b"\x80"
    letters = {
        byte: in_letters_for_bytes(bytes([0xC2, byte]).decode())[1] for byte in range(0x80, 0xC0)
    }
    written = byte_level_piece("".join(letters[byte] for byte in lone))
    assert bytes.fromhex(written.strip("⟨⟩")) == lone


@pytest.mark.parametrize("kind", ["gpt2", "bart"])
def test_a_byte_level_tokeniser_is_known_by_its_decoder(saved, kind):
    tokeniser = transformers.AutoTokenizer.from_pretrained(saved(kind), local_files_only=True)
    pieces = tokeniser.tokenize("the cat 고양이 🙂")
    assert any("Ġ" in piece for piece in pieces)
    readable = readable_pieces(tokeniser)
    written = "".join(map(readable, pieces))
    assert written.startswith("the␣cat␣")
    assert "Ġ" not in written


@pytest.mark.parametrize("kind", ["t5", "marian"])
def test_a_sentencepiece_tokenisers_spaces_are_marked(saved, kind):
    tokeniser = transformers.AutoTokenizer.from_pretrained(saved(kind), local_files_only=True)
    readable = readable_pieces(tokeniser)
    assert "".join(map(readable, tokeniser.tokenize("the cat 고양이"))) == "␣the␣cat␣고양이"


def test_a_wordpiece_tokeniser_keeps_its_own_mark(saved):
    tokeniser = transformers.AutoTokenizer.from_pretrained(saved("bert"), local_files_only=True)
    pieces = tokeniser.tokenize("cats 고양이")
    assert any(piece.startswith("##") for piece in pieces)
    assert list(map(readable_pieces(tokeniser), pieces)) == pieces


def test_byt5_reads_bytes():
    tokeniser = transformers.ByT5Tokenizer()
    readable = readable_pieces(tokeniser)
    assert [readable(piece) for piece in tokeniser.tokenize("a 한")] == [
        "a",
        "␣",
        "⟨ED⟩",
        "⟨95⟩",
        "⟨9C⟩",
    ]
