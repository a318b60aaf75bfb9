"""Hypothesis without a clock, since how long an example takes tells of the machine and not of us;
and torch with one thread, as the app has it: with others the last digits are others.
"""

import torch
from hypothesis import settings

torch.set_num_threads(1)
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
