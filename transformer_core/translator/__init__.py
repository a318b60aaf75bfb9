"""The shipped English-Korean translator: its grammar, its training, and how it is used.

Not imported by `transformer_core` itself, because it needs the package `safetensors`.
"""

from transformer_core.translator.translator import (
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
