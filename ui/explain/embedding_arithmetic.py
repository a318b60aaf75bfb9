"""What is said of a number that was drawn at random: nothing has been trained."""

from collections.abc import Sequence

from transformer_core.explain.explanation import Explanation
from ui.shell.language import Text


def untrained(text: Text, explanation: Explanation, words: Sequence[str] = ()) -> str:
    """Of an embedding, which token it belongs to; of a weight, that it is random.

    Nothing of a number that was computed. `words` stand in the rows of the embedding.
    """
    cell = explanation.cell
    if explanation.kind == "embedding":
        token = int(explanation.numbers["token"])
        said = text("explanation.token", token=token, word=words[cell.index[0]])
        return f"{said}; {text('explanation.untrained')}"
    if explanation.kind != "input":
        return ""
    if cell.tensor == "embedding":
        return text("explanation.random_for", word=words[cell.index[0]])
    return text("explanation.untrained")
