"""The programs of the ablations page, with torch alone and with the core."""

from pathlib import Path

from pages.ablations.arithmetic import head_of, run_of
from pages.ablations.forward import PATHS
from pages.ablations.setting import AblationSetting
from transformer_lab.learning.ablations import WHOLE
from ui.answer.template import both_printed

PROGRAMS = Path(__file__).with_name("programs")


def ablation_programs(setting: AblationSetting) -> tuple[str, str]:
    """The whole and the variant of a setting on the task's example, and their shown heads."""
    names = [run_of(setting, matrix) for matrix in ("whole", "without")]
    values = {
        "d_model": WHOLE.d_model,
        "num_heads": WHOLE.num_heads,
        "num_layers": WHOLE.num_layers,
        "seed": setting.seed_number,
        "digits": list(map(int, WHOLE.the_task.example.source)),
        "names": names,
        "path": PATHS[setting.attention].removesuffix(".weights"),
        "heads_shown": [head_of(setting, name) for name in names],
    }
    return both_printed(PROGRAMS, values, {"variant": setting.variant}, is_compact=True)
