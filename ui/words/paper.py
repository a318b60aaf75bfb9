"""“Attention Is All You Need”: where its sections are, and which of them a page is about."""

PAPER = "https://arxiv.org/html/1706.03762v7"
"""The paper's last version, with an anchor for each section."""

SECTIONS = {
    "overview": "3",
    "attention": "3.2.1",
    "self_attention": "3.2.3",
    "multi_head_attention": "3.2.2",
    "masks": "3.2.3",
    "positional_encoding": "3.5",
    "encoder_decoder": "3.1",
    "training": "5",
    "learning_rate": "5.3",
}
"""The section that a page is about; the other pages are about more than one, or about none."""


def section_address(section: str) -> str:
    """Return the link to a section of the paper, such as "3.2.1"."""
    marks = ("S", ".SS", ".SSS")
    parts = zip(marks, section.split("."), strict=False)
    return f"{PAPER}#{''.join(mark + number for mark, number in parts)}"
