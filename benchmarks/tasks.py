"""What each task's preset reaches, and how soon: `python -m benchmarks.tasks [TASK ...]`."""

import sys
import time
from dataclasses import replace

import torch

from transformer_lab.learning import learn
from transformer_lab.learning.presets import LEARNING

NEARLY_ALL = 0.95


def main() -> None:
    torch.set_num_threads(1)
    for task in sys.argv[1:] or LEARNING:
        began, first = time.process_time(), None
        for record in learn(replace(LEARNING[task], every=50)):
            if first is None and record.held_out_exact >= NEARLY_ALL:
                first = record.step
        seconds = time.process_time() - began
        print(
            f"{task:10} {record.held_out_exact:6.1%} after {record.step:5,} steps, "
            f"{NEARLY_ALL:.0%} from step {first}, {seconds:.0f} s of processor time",
            flush=True,
        )


if __name__ == "__main__":
    main()
