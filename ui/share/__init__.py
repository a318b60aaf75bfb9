"""Everything that can be exported and loaded again: the link, pictures, data."""
