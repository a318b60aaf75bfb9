"""Attention as lines between words."""

from ui.picture.word_lines.part import HEAD_COLOURS, Head, WordLines

__all__ = ["HEAD_COLOURS", "Head", "WordLines"]
