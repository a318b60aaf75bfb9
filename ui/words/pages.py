"""The names of the app and its pages, in the order in which a newcomer reads them."""

NAME = "Attention Workbench"

SECTIONS = {
    "input": ("overview", "positional_encoding", "masks"),
    "attention": ("attention", "self_attention", "multi_head_attention", "your_sentence"),
    "model": ("encoder_decoder", "learning_rate", "training", "mistakes"),
}


def page_names() -> list[str]:
    """Return every page, in the order of the sections."""
    return [name for names in SECTIONS.values() for name in names]
