"""Whether a translation says what the grammar's own says, in other words or another order.

`phrases` parts the grammar's translation into phrases that may change places, `wordings` says how
else a phrase may be worded, `orders` compares a translation with all of that.
"""

from english_korean.rewording.orders import is_reworded

__all__ = ["is_reworded"]
