"""The version of the workbench and of its core."""

__version__ = "0.1.0"
