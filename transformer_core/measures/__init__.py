"""Figures by which encodings, heads, layers and models can be told apart."""
