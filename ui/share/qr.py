"""A link as a QR code, for an audience in front of a screen."""

import io

import segno
from segno.encoder import DataOverflowError

LONGEST = 2000
"""Characters: some chat and mail programs cut longer links, and no phone reads such a code."""


def qr_svg(link: str) -> str:
    """Return the SVG of a link's QR code, black on white, with the required quiet zone.

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
