"""Hypothesis without a clock: how long an example takes tells of the machine, not of us."""

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
