"""A link as a QR code, for a room that looks at a wall."""

import io

import segno
from segno.encoder import DataOverflowError

LONGEST = 2000
"""Characters: what is longer is cut by some chats and mail programs, and no telephone reads it."""


def qr_svg(link: str) -> str:
    """The SVG of a link's QR code, black on white with the quiet zone that readers need.

    Raises: ValueError for a text that is not a link, or is too long.
    """
    if not link.startswith(("http://", "https://")) or len(link) > LONGEST:
        raise ValueError(f"the link must be http or https, with at most {LONGEST:,} characters")
    try:
        code = segno.make(link, error="m", micro=False, boost_error=False)
    except DataOverflowError as error:
        raise ValueError("the link is too long for a QR code") from error
    target = io.BytesIO()
    code.save(target, kind="svg", border=4, light="white", xmldecl=False, omitsize=True)
    return target.getvalue().decode()
