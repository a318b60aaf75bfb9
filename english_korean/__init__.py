"""The shipped English-Korean translator, an application of `transformer_core`.

`language` is its grammar: words, reading, Korean. `teaching` has what only its training needs.
`shipped` has the weights, the vocabularies and the card. Needs the package `safetensors`.
"""

from english_korean.translator import (
    NEVER_COPIED,
    SHIPPED,
    Translation,
    Translator,
    reference_morphemes,
    reference_translation,
)

__all__ = [
    "NEVER_COPIED",
    "SHIPPED",
    "Translation",
    "Translator",
    "reference_morphemes",
    "reference_translation",
]
