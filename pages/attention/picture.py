"""The attention page's matrices, ahead of the page."""

from pages.attention.comparison import AttentionView, attention_picture
from ui.picture.pictures import Picture

PICTURE = Picture(AttentionView.read, attention_picture)
