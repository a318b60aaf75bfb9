"""Which layer and head of the translator a setting shows."""

from pages.translator.trained_attention import translator_config


class ShownHead:
    """For a setting with a layer and a head, both counted from 0. A link may have more of them than
    the translator: then the last one is shown.
    """

    layer: int
    head: int

    @property
    def shown_layer(self) -> int:
        return min(self.layer, translator_config().num_layers - 1)

    @property
    def shown_head(self) -> int:
        return min(self.head, translator_config().num_heads - 1)
