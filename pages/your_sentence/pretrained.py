"""The former place of `ui.models`: programs that were printed before import `load` from here."""

import warnings

from ui.models import load

warnings.warn(
    "pages.your_sentence.pretrained has moved to ui.models", DeprecationWarning, stacklevel=2
)

__all__ = ["load"]
