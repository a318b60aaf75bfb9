"""Lessons: text files that lead through the pages, and their panel."""
