"""Trainings as work for a cluster, and where the browser asks for what they have recorded."""
