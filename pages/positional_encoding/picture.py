"""The heatmap, ahead of the page."""

from pages.positional_encoding.setting import EncodingSetting
from pages.positional_encoding.views import encoding_picture
from ui.picture.pictures import Picture

PICTURE = Picture(EncodingSetting.read, encoding_picture)
