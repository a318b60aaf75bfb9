"""The components' JavaScript, joined from its modules."""

import re

from ui.picture.matrix_view import view as matrix_view


def test_the_joined_script_has_one_export_and_no_imports():
    script = matrix_view.SCRIPT
    assert script.count("export ") == 1
    assert not re.search(r"^import ", script, flags=re.MULTILINE)
    names = re.findall(r"^(?:async )?(?:function|const|let) (\w+)", script, flags=re.MULTILINE)
    assert len(names) == len(set(names))
