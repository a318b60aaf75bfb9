"""Code shared by the pages: the matrix view, curves, controls, texts and the state in the URL."""
