"""The components' JavaScript, as Streamlit takes it."""

import re
from pathlib import Path

SHARED = Path(__file__).parent


def joined(*modules: Path) -> str:
    """The modules as one: Streamlit takes a component's JavaScript as a single text.

    Each may use only those before it.
    """
    source = "\n".join(module.read_text(encoding="utf-8") for module in modules)
    source = re.sub(r"^import [^;]*;\n", "", source, flags=re.MULTILINE)
    return re.sub(r"^export (?!default)", "", source, flags=re.MULTILINE)
