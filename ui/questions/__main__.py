"""Write docs/questions.md and its Korean counterpart: python -m ui.questions"""

from pathlib import Path

from ui.questions.document import FILES, document

DOCS = Path(__file__).parents[2] / "docs"

if __name__ == "__main__":
    for language, name in FILES.items():
        (DOCS / name).write_text(document(language), encoding="utf-8")
