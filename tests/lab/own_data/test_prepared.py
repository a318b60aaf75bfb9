import pickle
import zlib

import pytest
import torch

from transformer_lab.own_data import OwnData, OwnDataError, prepare_pairs, prepare_text
from transformer_lab.own_data.data import LONGEST_SIDE
from transformer_lab.own_data.pairs import LEAST_PAIRS, MOST_PAIRS, is_held_out
from transformer_lab.vocabulary import UNKNOWN_ID

MONTHS = ("jan", "feb", "mar")
DATES = [
    f"{day} {month} {year}\t{year} {month} {day}"
    for day in range(1, 29)
    for month in MONTHS
    for year in range(2000, 2004)
]


def table(*rows):
    return "\n".join([*DATES, *rows]).encode()


def reasons(prepared):
    return [(out.line - len(DATES), out.reason) for out in prepared.summary.left_out]


def test_every_pair_is_kept_and_each_source_is_in_one_part():
    data, summary = prepare_pairs(table())
    assert summary.size == len(DATES) == summary.training + summary.held_out
    assert summary.held_out == sum(is_held_out(row.split("\t")[0]) for row in DATES)
    parts = [
        {" ".join(data.source.words(source)) for source, _ in data.pairs(part)}
        for part in ("training", "held_out")
    ]
    assert len(parts[0]) + len(parts[1]) == len(DATES)
    assert not parts[0] & parts[1]


def test_what_is_left_out_is_named_by_line_and_reason():
    long = "a " * (LONGEST_SIDE + 1)
    prepared = prepare_pairs(table("alone", "\tempty", DATES[0], f"{long}\tb", "c\t" + "d" * 3000))
    assert reasons(prepared) == [
        (1, "columns"),
        (2, "empty"),
        (3, "duplicate"),
        (4, "too_long"),
        (5, "too_long"),
    ]


def test_pairs_beyond_the_limit_are_left_out():
    rows = "\n".join(f"{n}\t{n}" for n in range(MOST_PAIRS + 3)).encode()
    summary = prepare_pairs(rows, "characters").summary
    assert summary.size == MOST_PAIRS
    assert {out.reason for out in summary.left_out} == {"too_many"}


def test_a_held_out_pair_that_training_has_in_another_spelling_is_removed():
    held_out = next(row for row in DATES if is_held_out(row.split("\t")[0]))
    source, target = held_out.split("\t")
    twin = next(
        text for text in (source.upper() + "!" * n for n in range(1, 9)) if not is_held_out(text)
    )
    before, after = prepare_pairs(table()), prepare_pairs(table(f"{twin}\t{target}"))
    assert after.summary.removed == 1
    assert after.summary.held_out == before.summary.held_out - 1


def test_the_vocabulary_is_that_of_training_and_the_rest_is_unknown():
    source = next(f"word{n}" for n in range(99) if is_held_out(f"word{n}"))
    data, summary = prepare_pairs(table(f"{source}\t{source}"))
    assert source not in data.source
    assert [UNKNOWN_ID] in [pair[0] for pair in data.pairs("held_out")]
    assert 0 < summary.unknown < 0.01


def test_columns_are_asked_for_unless_they_are_named():
    assert not prepare_pairs(table()).summary.is_plain
    named = "\n".join(["target\tsource", *DATES]).encode()
    data, summary = prepare_pairs(named)
    assert summary.is_plain and summary.columns == (1, 0)
    turned = prepare_pairs(table(), columns=(1, 0))
    assert turned.data == data


@pytest.mark.parametrize("cut", ["words", "characters", "subwords"])
def test_right_to_left_emoji_and_korean_come_back_as_they_were(cut):
    words = ["שלום", "مرحبا", "고양이가", "👩‍🔬", "x̂", "日本", "🇰🇷"]
    rows = [f"{a} {b} {n}\t{n} {b} {a}" for n in range(9) for a in words for b in words if a != b]
    data, summary = prepare_pairs("\n".join(rows).encode(), cut)
    assert summary.size == len(rows) and not summary.left_out
    known = {row.split("\t")[0] for row in rows}
    for source, _ in data.pairs("training"):
        assert data.cutter.text(data.source.words(source)) in known


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"", "empty"),
        (b"one\ntwo\nthree", "no_pairs"),
        ("\n".join(DATES[: LEAST_PAIRS - 1]).encode(), "few_pairs"),
        (b"\x00\x01\x02" * 1000, "not_text"),
    ],
)
def test_a_file_that_cannot_be_used_says_why(raw, why):
    with pytest.raises(OwnDataError) as error:
        prepare_pairs(raw)
    assert error.value.why == why


def test_a_text_is_parted_at_its_end_and_its_characters_are_kept():
    text = ("The cat sat on the mat. 고양이가 앉았다. 🐈\n" * 100).strip()
    data, summary = prepare_text(text.encode())
    whole = torch.cat([data.text("training"), data.text("held_out")])
    assert data.cutter.text(data.target.words(whole.tolist())) == text
    assert summary.held_out == pytest.approx(summary.tokens / 10, abs=1)
    assert summary.floors is not None and summary.floors.bigram < summary.floors.unigram


def test_subwords_of_a_text_are_fewer_than_its_characters():
    text = "the quick brown fox jumps over the lazy dog\n" * 100
    data, summary = prepare_text(text.encode(), "subwords", 100)
    assert summary.tokens < summary.size / 2
    assert len(summary.piece) > 1 and len(summary.piece[-1]) < len(summary.piece[0])
    ids, size = data.text("training").tolist(), summary.size
    assert data.cutter.text(data.target.words(ids)) == text[: size - size // 10]


def test_a_text_that_writes_our_special_tokens_is_a_text_like_any_other():
    text = "<pad> <mask> <start> the <end> <unk> of it\n" * 80
    for cut in ("characters", "subwords"):
        data, summary = prepare_text(text.encode(), cut, 200)
        assert len(data.target) == summary.target_vocabulary + 5
    pairs = "\n".join(f"<pad> {n}\t<end> {n}" for n in range(40))
    assert prepare_pairs(pairs.encode()).summary.size == 40


def test_a_short_text_and_one_cut_into_words_are_refused():
    for arguments, why in (((b"short",), "few_characters"), ((b"a" * 9000, "words"), "cut")):
        with pytest.raises(OwnDataError) as error:
            prepare_text(*arguments)
        assert error.value.why == why


def test_data_are_the_same_after_a_journey():
    data = prepare_pairs(table(), "subwords", subwords=100).data
    again = pickle.loads(pickle.dumps(data))
    assert again == data and hash(again) == hash(data)
    assert again.pairs("held_out") == data.pairs("held_out")
    assert again.cutter == data.cutter


@pytest.mark.parametrize("spoil", range(6))
def test_bytes_that_are_nobodys_data_are_refused(spoil):
    raw = zlib.decompress(prepare_pairs(table()).data.packed)
    spoilt = [
        b"",
        zlib.compress(raw[:-2]),
        zlib.compress(raw + b"\x01\x00"),
        zlib.compress(raw[:-2] + b"\xff\xff"),
        zlib.compress(b"\xff\xff\xff\xff" + raw[4:]),
        zlib.compress(bytes(50_000_000)),
    ][spoil]
    with pytest.raises(OwnDataError) as error:
        OwnData(spoilt).check()
    assert error.value.why == "file"
