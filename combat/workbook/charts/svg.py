"""What matplotlib's artists draw, as short pieces of SVG.

Matplotlib's own SVG backend writes whole files: with it an artist takes 2 to 12 ms, mostly for
text, and a line of 400 points takes 6 kB. Here each artist has its own piece of markup, text stays
text, and coordinates are whole numbers, written as steps from one point to the next.
"""

import base64
import io
import zlib
from html import escape

import numpy as np
from matplotlib.backend_bases import RendererBase
from matplotlib.colors import to_hex
from matplotlib.path import Path
from matplotlib.transforms import Affine2D
from PIL import Image

from combat.workbook.charts.palette import INKS

MOST_CELLS = 4000  # of an image that is written cell by cell
UNITS = 4  # of coordinates in a pixel of the figure; a unit is about a sixth of a pixel on screen

KEEPS = "keeps its colours"  # the gid of a text on a coloured background

_ENDS = {"butt": "", "round": ' stroke-linecap="round"', "projecting": ' stroke-linecap="square"'}
_ANCHORS = {"center": ' text-anchor="middle"', "right": ' text-anchor="end"'}
_STEPS = {Path.MOVETO: "M", Path.LINETO: "L", Path.CURVE3: "Q", Path.CURVE4: "C"}
_JOINS = {"miter": "", "round": ' stroke-linejoin="round"', "bevel": ' stroke-linejoin="bevel"'}


class SvgRenderer(RendererBase):
    """A renderer that writes what matplotlib's artists draw as SVG; `flush` returns it."""

    def __init__(self, width, height, dpi):
        super().__init__()
        self.width, self.height, self.dpi = width, height, dpi
        self._marks, self._clips, self._last = [], {}, None
        self._sizes = {}
        self.haloed = False  # whether texts have a halo in the colour of the paper

    def flush(self):
        """Return the markup of what was drawn since the last call."""
        marks, self._marks, self._last = self._marks, [], None
        return "".join(marks)

    def clips(self):
        """Return the SVG definitions of all clip paths and hatchings."""
        return "".join(self._clips.values())

    def points_to_pixels(self, points):
        """Return a length in points as pixels of the figure."""
        return points * self.dpi / 72

    def get_canvas_width_height(self):
        """Return the figure's size in pixels."""
        return self.width, self.height

    def get_text_width_height_descent(self, s, prop, ismath):
        """Return the size of a text in pixels; measuring each anew took a quarter of a page."""
        key = s, hash(prop), ismath
        if key not in self._sizes:
            self._sizes[key] = super().get_text_width_height_descent(s, prop, ismath)
        return self._sizes[key]

    def option_scale_image(self):
        """Ask matplotlib for images cell by cell; the browser scales them."""
        return True

    def draw_path(self, gc, path, transform, rgbFace=None):
        """Write a path; see matplotlib's `RendererBase`."""
        steps = self._steps(path, transform, gc, rgbFace is None)
        if steps:
            self._add(self._style(gc, rgbFace), steps, gc)

    def draw_markers(self, gc, marker_path, marker_trans, path, trans, rgbFace=None):
        """Write a marker at each point of a path."""
        marker = self._steps(marker_path, marker_trans, None, False, flipped_at=0)
        # The marker begins with a step, which counts from the point before it.
        places = self._whole(path.cleaned(trans, remove_nans=True).vertices[:-1])
        relative = f"m{marker[1:]}"
        self._add(
            self._style(gc, rgbFace), "".join(f"M{x} {y}{relative}" for x, y in places.tolist()), gc
        )

    def draw_image(self, gc, x, y, im, transform=None):
        """Write an image, cell by cell if it is small and not smoothed."""
        height, width = im.shape[:2]
        ends = np.array([[0, 0], [width, height]])
        if transform is not None:  # it maps the unit square
            ends = transform.transform([[0, 0], [1, 1]])
        ends = np.add(ends, (x, y))
        if transform is not None and height * width <= MOST_CELLS:
            self._mark(self._cells(np.asarray(im), self._whole(ends).T, self._clip(gc)))
            return
        if ends[0, 1] < ends[1, 1]:  # the first row is the lowest
            im = im[::-1]
        file = io.BytesIO()
        Image.fromarray(im).save(file, "png", optimize=True)
        data = base64.b64encode(file.getvalue()).decode()
        left, top, right, low = self._corners(ends)
        self._mark(
            f'<image x="{left}" y="{top}" width="{right - left}" height="{low - top}" '
            f'preserveAspectRatio="none" style="image-rendering:pixelated"{self._clip(gc)} '
            f'href="data:image/png;base64,{data}"/>'
        )

    def _cells(self, colors, ends, clip):
        """An image as rectangles, those of a colour in one path, so that it is sharp in print."""
        rows, columns = colors.shape[:2]
        (x0, x1), (y0, y1) = ends
        across = np.rint(np.linspace(x0, x1, columns + 1)).astype(int).tolist()
        down = np.rint(np.linspace(y0, y1, rows + 1)).astype(int).tolist()
        squares = {}
        for (row, column), opacity in np.ndenumerate(colors[..., 3]):
            left, top = across[column], down[row]
            wide, high = across[column + 1] - left, down[row + 1] - top
            square = f"M{left} {top}h{wide}v{high}h{-wide}z"
            if opacity:
                squares.setdefault(tuple(colors[row, column].tolist()), []).append(square)
        return (
            f'<g shape-rendering="crispEdges"{clip}>'
            + "".join(
                f'<path fill="#{red:02x}{green:02x}{blue:02x}"'
                + (f' fill-opacity="{opacity / 255:.3g}"' if opacity < 255 else "")
                + f' d="{"".join(found)}"/>'
                for (red, green, blue, opacity), found in squares.items()
            )
            + "</g>"
        )

    def draw_text(self, gc, x, y, s, prop, angle, ismath=False, mtext=None):
        """Write a text as text, and a formula as its outline."""
        if ismath:
            super().draw_text(gc, x, y, s, prop, angle, ismath=ismath, mtext=mtext)
            return
        # Held where it is aligned, it stays in place in another font, or when it is enlarged.
        anchored = ""
        if angle:
            width = self.get_text_width_height_descent(s, prop, ismath)[0]
            x += width / 2 * np.cos(np.radians(angle))
            y -= width / 2 * np.sin(np.radians(angle))
            anchored = _ANCHORS["center"]
        elif mtext is not None and mtext.get_ha() != "left":
            x = mtext.get_transform().transform(mtext.get_unitless_position())[0]
            anchored = _ANCHORS[mtext.get_ha()]
        x, y = round(x * UNITS), round(y * UNITS)
        size = self.points_to_pixels(prop.get_size_in_points()) * UNITS
        turned = f' transform="rotate({-angle:g} {x} {y})"' if angle else ""
        bold = ' font-weight="bold"' if prop.get_weight() == "bold" else ""
        keeps = mtext is not None and mtext.get_gid() == KEEPS
        fill = _paint("fill", gc.get_rgb(), keeps)
        halo = ' class="halo"' if self.haloed else ""
        self._mark(
            f'<text x="{x}" y="{y}" font-size="{size:.1f}"{anchored}{bold}{fill}{halo}{turned}'
            f"{self._clip(gc)}>{escape(s, quote=False)}</text>"
        )

    def _mark(self, markup):
        self._marks.append(markup)
        self._last = None

    def _add(self, style, steps, gc):
        """Add a path, to the last one if that looks the same and is opaque."""
        key = style, self._clip(gc)
        if self._last == key and "opacity" not in style:
            self._marks[-1] = f'{self._marks[-1][:-3]}{steps}"/>'
        else:
            self._marks.append(f'<path{style}{key[1]} d="{steps}"/>')
        self._last = key

    def _style(self, gc, face):
        fill = _paint("fill", face) if face is not None else ' fill="none"'
        if gc.get_hatch() is not None:
            fill = self._hatching(gc, fill)
        opacity = gc.get_alpha() if gc.get_forced_alpha() else None
        if face is not None:
            shade = opacity if opacity is not None else (face[3] if len(face) > 3 else 1)
            fill += f' fill-opacity="{shade:.3g}"' if shade < 1 else ""
        width = self.points_to_pixels(gc.get_linewidth()) * UNITS
        edge = gc.get_rgb()
        if not width or edge[3] == 0:
            return fill
        shade = opacity if opacity is not None else edge[3]
        faint = f' stroke-opacity="{shade:.3g}"' if shade < 1 else ""
        return (
            f'{fill}{_paint("stroke", edge)} stroke-width="{width:.1f}"{faint}{self._dashes(gc)}'
            f"{_ENDS[gc.get_capstyle()]}{_JOINS[gc.get_joinstyle()]}"
        )

    def _hatching(self, gc, fill):
        """A fill with lines over it, in squares of an inch as matplotlib draws them."""
        side = round(self.dpi * UNITS)
        lines = self._steps(
            gc.get_hatch_path(), Affine2D().scale(self.dpi), None, False, side / UNITS
        )
        wide = self.points_to_pixels(gc.get_hatch_linewidth()) * UNITS
        stroke = _paint("stroke", gc.get_hatch_color())
        inside = (
            f'<rect width="{side}" height="{side}"{fill}/>'
            f'<path d="{lines}" fill="none"{stroke} stroke-width="{wide:.1f}"/>'
        )
        name = f"h{zlib.crc32(inside.encode()):08x}"
        self._clips[name] = (
            f'<pattern id="{name}" patternUnits="userSpaceOnUse" width="{side}" height="{side}">'
            f"{inside}</pattern>"
        )
        return f' fill="url(#{name})"'

    def _dashes(self, gc):
        offset, dashes = gc.get_dashes()
        if dashes is None:
            return ""
        scale = self.points_to_pixels(UNITS)
        lengths = " ".join(f"{scale * length:.1f}" for length in dashes)
        shift = f' stroke-dashoffset="{scale * offset:.1f}"' if offset else ""
        return f' stroke-dasharray="{lengths}"{shift}'

    def _clip(self, gc):
        shape, transform = gc.get_clip_path()
        if shape is not None:
            return self._clip_to(f'<path d="{self._steps(shape, transform, None, False)}"/>')
        box = gc.get_clip_rectangle()
        if box is None:
            return ""
        left, top, right, low = self._corners(box.get_points())
        return self._clip_to(
            f'<rect x="{left}" y="{top}" width="{right - left}" height="{low - top}"/>'
        )

    def _clip_to(self, region):
        # Named after its content, as several figures of a page may define the same region.
        name = f"c{zlib.crc32(region.encode()):08x}"
        self._clips[name] = f'<clipPath id="{name}">{region}</clipPath>'
        return f' clip-path="url(#{name})"'

    def _whole(self, points, flipped_at=None):
        """Points of the figure in whole units, with y running down."""
        height = self.height if flipped_at is None else flipped_at
        points = np.asarray(points, float)
        return np.rint(np.stack([points[..., 0], height - points[..., 1]], axis=-1) * UNITS).astype(
            int
        )

    def _corners(self, ends):
        """(left, top, right, bottom) of the rectangle between two corners."""
        whole = self._whole(ends)
        return (*whole.min(axis=0).tolist(), *whole.max(axis=0).tolist())

    def _steps(self, path, transform, gc, open_line, flipped_at=None):
        """The path as SVG: points in whole units, each as the step from the one before."""
        within = (0, 0, self.width, self.height) if open_line and gc is not None else None
        drawn = path.cleaned(transform, remove_nans=True, clip=within, curves=True)
        points, codes = self._whole(drawn.vertices, flipped_at), drawn.codes
        steps, at, here, start = [], 0, np.zeros(2, int), np.zeros(2, int)
        kinds = codes.tolist()
        while at < len(kinds):
            kind = kinds[at]
            if kind == Path.STOP:
                break
            if kind == Path.CLOSEPOLY:
                steps.append("z")
                here, at = start, at + 1
            elif kind == Path.MOVETO:
                here = start = points[at]
                steps.append(f"M{here[0]} {here[1]}")
                at += 1
            elif kind == Path.LINETO:
                end = at
                while end < len(kinds) and kinds[end] == Path.LINETO:
                    end += 1
                moves = np.diff(points[at:end], axis=0, prepend=here[None])
                steps.append("l" + _formatted(moves))
                here, at = points[end - 1], end
            else:
                count = 2 if kind == Path.CURVE3 else 3
                moves = points[at : at + count] - here
                steps.append(("q" if count == 2 else "c") + _formatted(moves))
                here, at = points[at + count - 1], at + count
        return "".join(steps)


def outline_of(path, form):
    """Return a path of matplotlib as that of an SVG, where y runs down; form: of its numbers."""
    parts = []
    for points, code in path.iter_segments(curves=True, simplify=False):
        if code == Path.CLOSEPOLY:
            parts.append("Z")
            continue
        down = points * np.tile([1, -1], len(points) // 2)
        parts.append(_STEPS[code] + " ".join(format(one, form) for one in down))
    return "".join(parts)


def _formatted(moves):
    # "-" separates two numbers just as a blank does.
    return " ".join(map(str, moves.ravel().tolist())).replace(" -", "-")


def _paint(what, rgba, keeps=False):
    color = to_hex(rgba[:3])
    if color.upper() in INKS and not keeps:
        return f' {what}="var(--{INKS[color.upper()]})"'
    return f' {what}="{color}"'
