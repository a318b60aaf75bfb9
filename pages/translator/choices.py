"""What can be chosen on the sentence page and the map, and what is chosen at first."""

KINDS = ("encoder", "decoder", "cross")
EXAMPLES = {
    "yesterday": "the happy student bought a book yesterday",
    "senses": "she wore a hat and he wore a dress",
    "question": "did the cat drink the milk?",
    "because": "he slept because he was tired",
    "unknown": "Zoe saw a quokka in the park",
    "outside": "colorless green ideas sleep furiously",
}
MODELS = ("translator", "untrained", "hugging_face")
OWN_MODELS = ("translator", "untrained")
"""The workbench's own models, which write Korean."""
OTHER_WRITINGS = ("greedy", "sampled")
"""How a Hugging Face model may write; the field "target" forces it."""
DECODINGS = ("greedy", "beam", "sampled", "forced")
SUMMARIES = ("rollout", "by_length", "gradient")
"""Ways to combine heads that take more than their weights in one layer."""
OF_NUMBERS = ("by_length", "gradient")
"""Those that take more of another model than its attention weights."""
COMBINATIONS = ("average", "maximum", "difference", "each", *SUMMARIES)
BELOW = ("heads", "reading", "patching")
"""What is shown below the picture."""
ORDERS = (
    "layer", "entropy", "previous", "same", "first", "duplicate", "induction", "aligned",
)  # fmt: skip
OTHER = "the happy teacher sold a house yesterday"
"""The sentence that vectors are taken from at first: as long as the first example."""
MODEL_NAME = "google-bert/bert-base-uncased"
ALL_LAYERS = 99
