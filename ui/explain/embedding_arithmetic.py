"""The note on a number that was drawn at random, because nothing has been trained."""

from collections.abc import Sequence

from transformer_core.explain.explanation import Explanation
from ui.words.language import Text


def untrained(text: Text, explanation: Explanation, words: Sequence[str] = ()) -> str:
    """Name the token of an embedding; say of a weight that it is random.

    Empty for a number that was computed. `words` are the labels of the embedding's rows.
    """
    cell = explanation.cell
    if explanation.kind == "embedding":
        token = int(explanation.numbers["token"])
        message = text("explanation.token", token=token, word=words[cell.index[0]])
        return f"{message}; {text('explanation.untrained')}"
    if explanation.kind != "input":
        return ""
    if cell.tensor == "embedding":
        return text("explanation.random_for", word=words[cell.index[0]])
    return text("explanation.untrained")
