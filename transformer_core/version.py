"""The version of the workbench and of its core."""

__version__ = "1.0.0"
