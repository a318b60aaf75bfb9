"""The map: the whole computation of a Transformer on one zoomable canvas."""

from ui.picture.model_map.cells import cells_part
from ui.picture.model_map.next_token import NextToken, next_tokens
from ui.picture.model_map.origin_lines import OriginLines
from ui.picture.model_map.part import JoinedRows, MapWords, ModelMap, PageLink
from ui.picture.model_map.sections import Section, map_sections
from ui.picture.model_map.strings import map_strings

SCRIPT = "ui/picture/model_map/model_map.js"

__all__ = [
    "SCRIPT",
    "JoinedRows",
    "MapWords",
    "ModelMap",
    "NextToken",
    "OriginLines",
    "PageLink",
    "Section",
    "cells_part",
    "map_sections",
    "map_strings",
    "next_tokens",
]
