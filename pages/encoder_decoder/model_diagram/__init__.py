"""The paper's figure 1 with the chosen sizes, each block a button."""

from pages.encoder_decoder.model_diagram.part import Button, Column, Group, ModelDiagram

SCRIPT = "pages/encoder_decoder/model_diagram/model_diagram.js"

__all__ = ["SCRIPT", "Button", "Column", "Group", "ModelDiagram"]
