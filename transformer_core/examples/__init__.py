"""Queries, keys, values and sentences that are worth looking at."""
