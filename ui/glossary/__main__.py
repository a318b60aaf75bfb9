"""Write docs/glossary.md: python -m ui.glossary"""

from pathlib import Path

from ui.glossary.document import FILE, document

DOCS = Path(__file__).parents[2] / "docs"

if __name__ == "__main__":
    (DOCS / FILE).write_text(document(), encoding="utf-8")
