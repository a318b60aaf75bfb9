"""One answer a page: what a setting gives, and the one trip that brings it to the picture."""
