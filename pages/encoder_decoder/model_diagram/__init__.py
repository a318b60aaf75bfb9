"""The paper's figure 1 with the chosen sizes, each block a button."""

from pages.encoder_decoder.model_diagram.view import Block, Group, model_diagram

__all__ = ["Block", "Group", "model_diagram"]
