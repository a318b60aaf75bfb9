"""Other people's models on the map: python -m benchmarks.pretrained

Random models of the sizes of GPT-2, BERT and an opus-mt model are opened as a visitor opens them:
by the server's handler of Overview, with each model in its own process. Each sample is a question
that nobody has asked before, on a text of 12 tokens. `--models "32 layers;250,000 tokens"` opens
models that are large in one way each, which have no budget. Times are in ms, until the answer has
been encoded: as they pass, and of the processor, in the server and in the model's process. One
waits for the other, so that both are the same on a quiet machine; budgets judge the processor's,
which other work hardly changes. "Beside the forward": without the model's own time.
"""

import argparse
import json
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import torch

from benchmarks.child_usage import Memory, processor_ms
from benchmarks.random_models import FIRST_WORD, LARGE, SAVE, TINY, TINY_LLAMA, WORDS
from pages.translator.setting import SentenceSetting
from transformer_lab.pretrained.folder import open_folder
from transformer_lab.pretrained.opening import opened_model
from ui.answer.page_handler import PageHandler
from ui.models import OffHead, load
from ui.models.board.forward import forward
from ui.models.child import NICE
from ui.models.opened import open_model
from ui.state.address import State

SAMPLES = 7
TOKENS = 12
LAYERS = {"Marian": 6, "32 layers": 32, "d_model 4,096": 2, "250,000 tokens": 2}
OPENED_MS, CHANGED_MS, SENT_BYTES, MEMORY_SHARE = 1500, 1000, 3_000_000, 1.3


class Row(NamedTuple):
    """What was measured: each sample in ms, and the bytes of the largest answer.

    times: as they pass. processor: of the processor.
    """

    what: str
    times: Sequence[float]
    processor: Sequence[float]
    sent: int
    budget: float | None = None

    def written(self, own: float) -> str:
        """A row of the table; `own` is the model's own time, in ms."""
        beside = own if self.budget == CHANGED_MS else 0.0
        median, used = statistics.median(self.times), statistics.median(self.processor)
        what, budget = self.what, ""
        if self.budget is not None:
            met = used - beside <= self.budget and self.sent <= SENT_BYTES
            budget = f"{self.budget:g} ms, 3 MB, {'met' if met else 'MISSED'}"
        if beside:
            what += f"; without the forward pass {used - beside:.0f}"
        return f"| {what} | {median:.0f} | {used:.0f} | {self.sent / 1000:.0f} | {budget} |"


class Visit:
    """A visitor of Overview with one model."""

    def __init__(self, folder: Path, words: int) -> None:
        self.handler, self._words = PageHandler("overview", "en"), words
        self._draw = random.Random(1)
        self.name = str(folder)
        self._model = load(self.name)
        self._target = folder.name == "Marian"

    def processor_ms(self) -> float:
        """What has been used so far here and in the model's process."""
        return 1000 * time.process_time() + processor_ms(self._model._peer.pid)

    def setting(self, **values: object) -> SentenceSetting:
        """A text that was not there before, of TOKENS tokens."""
        sentence = self._text()
        target = self._text() if self._target else ""
        return SentenceSetting(
            model="hugging_face",
            name=self.name,
            sentence=sentence,
            target=target,
            **values,  # type: ignore[arg-type]
        )

    def _text(self) -> str:
        words = [self._draw.choice(WORDS) for _ in range(self._words - 1)]
        return " ".join((FIRST_WORD, *words))

    def opened(self) -> bytes:
        """What the page's own run answers, and the areas that the browser asks for then."""
        state = State(self.setting())
        whole = self.handler.encoded(state, is_rerun=True)
        return whole + self.asked(state.setting, areas=["map"])

    def asked(self, setting: SentenceSetting, **more: object) -> bytes:
        """The answer to a request of the browser."""
        values = {"setting": setting.to_json(), "selection": {"pin": "", "trail": ""}, **more}
        return self.handler.answered(json.dumps(values).encode())

    def pinned(self, setting: SentenceSetting, cell: str, areas: Sequence[str]) -> bytes:
        state = self.handler.page.pinned(State(setting), cell)
        selection = {"pin": state.selection.pin, "trail": ""}
        return self.asked(setting, selection=selection, areas=areas)


def rows(visit: Visit, kind: str, layers: int, samples: int) -> Iterator[Row]:
    """Measure everything that a visitor waits for."""
    row, half = (3, "encoder") if kind == "BERT" else (TOKENS - 2, "decoder")
    row = 0 if kind == "Marian" else row
    asked_again = visit.setting()
    visit.asked(asked_again)
    seen = f"{half}.layers.{layers - 1}.self_attention.weights"

    def head_off(turn: int) -> bytes:
        off = OffHead(half, turn % layers, turn % 8)
        return visit.asked(asked_again.with_values(other_heads=frozenset({off})))

    def hidden(turn: int) -> bytes:
        return visit.asked(asked_again.with_values(hidden=frozenset({1 + turn % (TOKENS - 2)})))

    def pin(cell: str, area: str = "arithmetic") -> Callable[[int], bytes]:
        return lambda turn: visit.pinned(asked_again, cell.format(turn), [area])

    yield timed(visit, "address opened to map", lambda _: visit.opened(), samples, OPENED_MS)
    yield timed(visit, "a typed word", lambda _: visit.asked(visit.setting()), samples, CHANGED_MS)
    yield timed(visit, "a head off", head_off, samples, CHANGED_MS)
    yield timed(visit, "a hidden token", hidden, samples, CHANGED_MS)
    visit.asked(asked_again)
    yield timed(visit, "arithmetic of a logit", pin(f"logits@{row}.{{}}"), samples)
    yield timed(visit, "arithmetic of a probability", pin(f"probabilities@{row}.{{}}"), samples)
    yield timed(
        visit, "arithmetic of an attention weight", pin(f"{seen}@{{}}.3.1"), min(samples, 8)
    )
    cells = [f"{half}.layers.{layer}.normed_1" for layer in range(layers)]
    yield timed(
        visit,
        "numbers of a tensor on demand",
        lambda turn: visit.asked(asked_again, areas=[f"cells~{cells[turn % layers]}"]),
        min(samples, layers),
    )
    yield timed(
        visit, "origins of a probability", pin(f"probabilities@{row}.{{}}", "origins"), samples
    )


def timed(
    visit: Visit, what: str, act: Callable[[int], bytes], samples: int, budget: float | None = None
) -> Row:
    """Raises: RuntimeError if the page shows a warning instead of an answer."""
    times, processor, sent = [], [], 0
    for turn in range(samples):
        began, used = time.perf_counter(), visit.processor_ms()
        answer = act(turn)
        times.append(1000 * (time.perf_counter() - began))
        processor.append(visit.processor_ms() - used)
        sent = max(sent, len(answer))
        if b'"tone":"warning"' in answer.replace(b'": "', b'":"'):
            raise RuntimeError(f"{what}: the page shows a warning")
    return Row(what, times, processor, sent, budget)


def own_time(folder: Path, setting: SentenceSetting, samples: int) -> float:
    """The median of the model's own processor time for a forward pass of a text, in ms."""
    opened = opened_model(open_folder(folder, folder.name), folder.name)
    made = forward(opened, setting.board_question)
    given, times = made.given, []
    for _ in range(samples):
        began = time.process_time()
        with torch.inference_mode():
            taken = (given.src_ids, given.tgt_ids)
            opened.model(*(ids for ids in taken if ids is not None))
        times.append(1000 * (time.process_time() - began))
    return statistics.median(times)


def packages_memory(tiny: Path) -> int:
    """The memory of a process with hardly any model, in bytes: Python, torch, transformers."""
    model = open_model(open_folder(tiny, tiny.name), tiny.name)
    model.open_board()
    memory = Memory(model._peer.pid).now
    model._peer.connection.close()
    return memory


def measured(kind: str, scratch: Path, samples: int) -> str:
    """The rows of one model."""
    folder, tiny = scratch / kind, scratch / f"tiny {kind}"
    save = (SAVE | LARGE)[kind]
    save(folder)
    save(tiny, **TINY.get(kind, TINY_LLAMA))
    packages = packages_memory(tiny)
    model = load(str(folder))
    with Memory(model._peer.pid) as memory:
        began = time.perf_counter()
        model.open_board()
        opening = time.perf_counter() - began
    weights = 4 * model.parameters
    at_rest = memory.now - packages
    visit = Visit(folder, {"BERT": TOKENS - 2, "Marian": TOKENS - 1}.get(kind, TOKENS))
    visit.opened()
    taken = [*rows(visit, kind, LAYERS.get(kind, 12), samples)]
    if kind in LARGE:
        taken = [one._replace(budget=None) for one in taken]
    used = memory.now - packages
    own = own_time(folder, visit.setting(), samples)
    lines = [one.written(own) for one in taken]
    met = "met" if at_rest <= MEMORY_SHARE * weights else "MISSED"
    shares = (at_rest / weights, used / weights, (memory.peak - packages) / weights)
    return "\n".join(
        [
            f"{kind}: {weights / 1e6:.0f} MB of weights, own time {own:.0f} ms,"
            f" map opened in {opening:.1f} s, which allocates {memory.peak_data / 1e6:.0f} MB",
            "",
            "| what | median, ms | processor, ms | sent, KB | budget |",
            "| --- | --- | --- | --- | --- |",
            *lines,
            f"| memory, of the weights: open; after these answers; highest while opening"
            f" | {shares[0]:.2f} x, {shares[1]:.2f} x, {shares[2]:.2f} x | | | 1.3 x open, {met} |",
            "",
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=SAMPLES)
    parser.add_argument(
        "--models",
        default=";".join(SAVE),
        help=f"of these and {'; '.join(LARGE)}, separated by semicolons",
    )
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    os.environ[NICE] = "0"
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["WORKBENCH_MODEL_FOLDERS"] = scratch
        for kind in arguments.models.split(";"):
            print(measured(kind, Path(scratch), arguments.samples), flush=True)


if __name__ == "__main__":
    main()
