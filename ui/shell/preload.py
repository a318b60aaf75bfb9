"""Everything that takes long to import, imported once when the server starts.

Two first visitors at once would otherwise each meet the other's half-imported modules.
"""

import sys

import pandas
import plotly.graph_objects
import torch

import ui.explain.arithmetic
import ui.picture.curves
import ui.picture.matrix_view
import ui.shell.page

__all__ = ["pandas", "plotly", "torch", "ui"]

# Who waits for a picture gets the interpreter soon, though a rerun of somebody else is under way.
sys.setswitchinterval(0.0005)
# Many people share few cores: one thread a computation leaves the others theirs.
torch.set_num_threads(1)
