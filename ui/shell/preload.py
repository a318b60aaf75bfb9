"""Everything that takes long to import, imported once when the server starts.

Two first visitors at once would otherwise each meet the other's half-imported modules.
"""

import gc
import sys

import torch

import ui.answer.page
from ui.answer.trip import answer_of
from ui.shell.descriptors import keep_what_there_is_room_for
from ui.shell.memory import give_memory_back
from ui.shell.navigation import page_names

keep_what_there_is_room_for()
give_memory_back()
# The first visitor of a page does not wait for its modules.
for name in page_names():
    answer_of(name)

__all__ = ["torch", "ui"]

# Who waits for a picture gets the interpreter soon, though a rerun of somebody else is under way.
sys.setswitchinterval(0.002)
# What is here to stay need not be looked through again by every full collection.
gc.freeze()
# Little of what an answer makes goes in circles: to look for that after every 700 objects, as by
# default, takes longer than what it finds is worth.
gc.set_threshold(20_000, 20, 20)
# Many people share few cores: one thread a computation leaves the others theirs.
torch.set_num_threads(1)
