"""The components' JavaScript, joined from its modules."""

import re

import pytest

from ui.picture.matrix_view import view as matrix_view
from ui.picture.word_lines import view as word_lines


@pytest.mark.parametrize("script", [matrix_view.SCRIPT, word_lines.SCRIPT])
def test_the_joined_script_has_one_export_and_no_imports(script):
    assert script.count("export ") == 1
    assert not re.search(r"^import ", script, flags=re.MULTILINE)
    names = re.findall(r"^(?:async )?(?:function|const|let) (\w+)", script, flags=re.MULTILINE)
    assert len(names) == len(set(names))
