"""What no page would ever send: values that a stranger could try, and a few that nobody thought of.

`TEXTS` are 2,000 of them, always the same: a list of known tricks, and what chance makes of these
and of values that pages take.
"""

import base64
import random
import resource
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import torch
from hypothesis import strategies as st

# As in the app: what threads wait for one another counts as their time.
torch.set_num_threads(1)

COUNT = 2_000
MOST_SECONDS = 5.0
MOST_GROWTH_MB = 400

TRICKS = (
    *("", " ", "\t\n", "\x00", "\x1b[31m", "\u202e", "\ufeff", "\u200b", "e\u0301" * 50, "🙂" * 40),
    *("null", "None", "undefined", "true", "NaN", "nan", "inf", "-Infinity", "1e999", "-1e999"),
    *("9" * 400, "-" * 300, "0x10", "1_000", "١٢", "½", "1e-400", "-0", "+1", "1.5", "00001"),
    *(
        "{}",
        "[]",
        "[[[[",
        '{"a": 1}',
        '"',
        "'",
        "\\",
        "`",
        "$(id)",
        "%00",
        "%s%n",
        "{0}",
        "{seed!r}",
    ),
    *(
        "<script>window.hit = 1</script>",
        "<img src=x onerror='window.hit = 1'>",
        "javascript:hit=1",
    ),
    *("**bold** _x_ [a](http://x.example)", "$\\frac{1}{0}$", ":red[x]", ":material/home:", "---"),
    *("' OR 1=1 --", "../../../../etc/passwd", "file:///etc/passwd", "http://x.example/", "C:\\x"),
    *("__class__", "__import__('os')", "constructor", "__proto__", "toString", "seed", "en"),
    *(
        "Q.0.0=1e999",
        "Q.0.0=nan",
        "Q.99.99=1",
        "Z.0.0=1",
        "Q.0.0=1_Q.0.0=2",
        "Q.0.0==1",
        "W_Q.1.1=",
    ),
    *("0.0_0.0_0.0", "999.999", "0.0_", "_", "0.0.0", "-1.-1", "0.0_1", "1.2.3.4.5.6"),
    *("weights.0.0", "weights.9999.9999", "weights.-1.0", "a.0.0.0.0", "weights", ".", "pe.1e3.0"),
    *("weights@0.0~scores@1.1", "x@", "@", "a@1.2.3.4", "~~~", "back:0", "weights@999999.999999"),
    *(
        "q0_k0",
        "q99_k99",
        "qk",
        "q-1",
        "0_1_2",
        "7.2",
        "1,2,3",
        "0, 10, 20, 40",
        "1 2 0 4 5",
        ", , ,",
    ),
    *("the " * 128, "the " * 200, "word" * 2000, "a\nb\tc", "고양이가 매트 위에", "the<b>cat</b>"),
    *("~", "~A", "~AAAA", "~____", "~" + "A" * 20_000, "~" + "_" * 9_000, "~!!!!", "~QUJD=="),
    *("x" * 60_000, "[" * 20_000, "1," * 15_000, "a." * 10_000, "0.0_" * 10_000),
)
TAKEN = (
    *("0", "1", "2", "3", "8", "16", "64", "128", "512", "1024", "2048", "0.5", "10000", "true"),
    *("sinusoidal", "random", "sentence", "painted", "look_ahead", "translator", "hugging_face"),
    *("Q.0.2=1.5_K.1.0=-3", "0.2_1.3", "weights.2.1", "weights@2.1~scores@2.1", "unscaled_scores"),
    *("the cat sat on the mat", "1 2 3 0 0", "0, 10, 20", "encoder.layers.0.norm_1", "post", "pre"),
)
ODD_PLAIN: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1.5, 1e308, float("nan"), float("inf"), -float("inf"), 10**30),
    *([], {}, [1, 2], {"a": 1}, [[[]]], "", " ", "\x00", "\ud800", "<script>", "x" * 3000, "1e999"),
    *("NaN", "9" * 500, ["x"] * 300, {"x": {"x": {"x": {}}}}, 2**63, -(2**63), 1e-320, "~AAAA"),
)


LETTERS = (*range(0xD800), *range(0xE000, 0x10000))
"""All but the halves of a pair."""


def _made(chance: random.Random) -> str:
    """One value by chance: a known one cut, doubled, joined, or with strange letters in it."""
    way, text = chance.randrange(6), chance.choice(TRICKS + TAKEN)[:400]
    at = chance.randrange(len(text) + 1)
    if way == 0:
        return text[:at]
    if way == 1:
        return text[:at] + chr(chance.choice(LETTERS)) + text[at:]
    if way == 2:
        return text[:at] + chance.choice(TAKEN) + text[at:]
    if way == 3:
        return str(chance.choice((-1, 1)) * chance.randrange(10 ** chance.randrange(1, 40)))
    if way == 4:
        size = chance.randrange(1, 200)
        return "~" + base64.urlsafe_b64encode(chance.randbytes(size)).decode().rstrip("=")
    return "".join(chance.choice("0123456789.,_=~@-eQKVabk \t\n[]()") for _ in range(at + 1))


def _texts() -> Iterator[str]:
    yield from TRICKS + TAKEN
    chance = random.Random(20)
    while True:
        yield _made(chance)


TEXTS: Sequence[str] = [text for text, _ in zip(_texts(), range(COUNT), strict=False)]

texts = st.one_of(
    st.sampled_from(TRICKS + TAKEN),
    st.text(max_size=60),
    st.integers().map(str),
    st.floats().map(str),
)
plain = st.recursive(
    st.one_of(st.sampled_from(ODD_PLAIN), st.integers(), st.floats(), st.text(max_size=20)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)


@contextmanager
def quick(what: object) -> Iterator[None]:
    """Nothing may take more processor time than a person waits for."""
    start = time.process_time()
    yield
    spent = time.process_time() - start
    assert spent < MOST_SECONDS, f"{spent:.1f} s for {str(what)[:80]!r}"


@contextmanager
def bounded_memory() -> Iterator[None]:
    """Nothing may keep, or need for a moment, much memory."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    yield
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    assert grown < MOST_GROWTH_MB, f"{grown:.0f} MB more"
