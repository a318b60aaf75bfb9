"""Lessons: text files that lead through the pages, their panel, and what checks a learner's work."""
