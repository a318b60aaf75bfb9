"""Everything that makes the shipped translator again: sentences, recipe, training.

The app imports nothing of it, and the wheel leaves it out.
"""
