"""Pictures as PNG files: how they are encoded, and a line under those that are not awake."""

import io

from matplotlib.font_manager import findfont
from PIL import Image, ImageDraw, ImageFont, ImageOps

_ASLEEP = "Run All wakes me: controls appear, and move this picture."
_STRIP, _LETTERS, _GREY = 24, 12, (95, 95, 95)  # pixels on a screen


def encoded(picture, few_colours=True):
    """Return a picture as PNG; 256 colours take half the time, but show bands in a colour map."""
    if few_colours:
        picture = picture.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        picture.putpalette([255 if level > 249 else level for level in picture.getpalette()])
    file = io.BytesIO()
    picture.save(file, format="png", compress_level=1)
    return file.getvalue()


def asleep(png, size):
    """Return (png, size) with a line beneath that says how to wake it; size: as it is shown."""
    picture, (width, height) = Image.open(io.BytesIO(png)), size
    scale = picture.width / width
    few_colours = picture.mode == "P"
    picture = ImageOps.expand(picture.convert("RGB"), (0, 0, 0, round(_STRIP * scale)), "white")
    font = ImageFont.truetype(findfont("DejaVu Sans"), round(_LETTERS * scale))
    corner = (_LETTERS * scale, (height + 4) * scale)
    ImageDraw.Draw(picture).text(corner, _ASLEEP, fill=_GREY, font=font)
    return encoded(picture, few_colours), (width, height + _STRIP)
