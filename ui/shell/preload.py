"""Everything that takes long to import, imported once when the server starts.

Two first visitors at once would otherwise each meet the other's half-imported modules.
"""

import pandas
import plotly.graph_objects
import torch

import ui.explain.arithmetic
import ui.picture.curves
import ui.picture.matrix_view
import ui.shell.page

__all__ = ["pandas", "plotly", "torch", "ui"]

# Many people share few cores: one thread a computation leaves the others theirs.
torch.set_num_threads(1)
