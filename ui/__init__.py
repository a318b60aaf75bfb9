"""What the pages share: the matrix view, curves, controls, text and the state in the URL."""
