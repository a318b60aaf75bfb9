"""Attention as lines between words."""

from ui.picture.word_lines.view import HEAD_COLOURS, Head, word_lines

__all__ = ["HEAD_COLOURS", "Head", "word_lines"]
