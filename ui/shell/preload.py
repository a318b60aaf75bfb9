"""Import everything slow once, when the server starts.

Otherwise, two first visitors at the same time would meet each other's half-imported modules.
"""

import gc
import sys

import torch

import ui.shell.page
from ui.answer.asked import load_questions
from ui.answer.page_handler import answer_of
from ui.server.descriptors import keep_what_there_is_room_for
from ui.server.memory import give_memory_back
from ui.words.pages import page_names

# Many users share few cores: one thread per computation leaves the other cores to others. Before
# anything is computed: with more threads the last digits differ.
torch.set_num_threads(1)
keep_what_there_is_room_for()
give_memory_back()
# The first visitor of a page does not have to wait for its modules and questions.
for name in page_names():
    answer_of(name)
    load_questions(name)

__all__ = ["torch", "ui"]

# A picture gets the interpreter quickly, even while a rerun of another user is in progress.
sys.setswitchinterval(0.002)
# Permanent objects need not be checked again by every full garbage collection.
gc.freeze()
# An answer creates few reference cycles: collecting after every 700 objects, the default, costs
# more time than it is worth.
gc.set_threshold(20_000, 20, 20)
