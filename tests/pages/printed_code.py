"""The PyTorch that a page prints, run as a person would run it."""


def run(code: str) -> dict:
    """The names that the code leaves behind."""
    names: dict = {}
    exec(code, names)  # our own text
    return names
