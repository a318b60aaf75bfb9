"""The names of the app and its pages, in an order of learning: each page ends with the question
that the next one answers.
"""

NAME = "Attention Workbench"

SECTIONS = {
    "overview": ("overview",),
    "attention": ("attention", "self_attention", "multi_head_attention", "masks"),
    "model": ("positional_encoding", "encoder_decoder", "your_sentence", "attention_limits"),
    "training": ("training", "learning_rate", "ablations", "mistakes"),
}


def page_names() -> list[str]:
    """Return every page, in the order of the sections."""
    return [name for names in SECTIONS.values() for name in names]
