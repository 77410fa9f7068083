"""The tasks as pipelines of Halide, written from the formulas of `unite-beyond`, with schedules by hand.

A function of `TASKS` makes a pipeline of arrays. What it gives has the pipeline's last function and its schedules: each is a function that
takes how many lanes a vector has, and some how many rows a strip has, and is tried with a few of both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import reduce
from itertools import product

import halide as hl
import numpy as np

Arrays = Callable[[str], np.ndarray]
Schedule = Callable[[int], None]
Strips = Callable[[int, int], None]


@dataclass
class Task:
    """A pipeline without a schedule, and what would schedule it."""

    out: hl.Func
    schedules: list[Schedule]
    strips: list[Strips] = field(default_factory=list)


x, y, c, i = hl.Var("x"), hl.Var("y"), hl.Var("c"), hl.Var("i")
xo, yo, xi, yi, bx, by = (hl.Var(name) for name in ("xo", "yo", "xi", "yi", "bx", "by"))


def by_hand(build: Callable[[Arrays], Task], arrays: Arrays) -> Iterator[hl.Func]:
    """The pipeline with each schedule, for each number of lanes and rows."""
    whole, in_strips = (len(schedules) for schedules in (build(arrays).schedules, build(arrays).strips))
    for lanes in (32, 64):
        for which in range(whole):
            task = build(arrays)
            task.schedules[which](lanes)
            yield task.out
        for which, rows in product(range(in_strips), (32,)):
            task = build(arrays)
            task.strips[which](lanes, rows)
            yield task.out


def u8(value: hl.Expr) -> hl.Expr:
    return hl.cast(hl.UInt(8), value)


def u16(value: hl.Expr) -> hl.Expr:
    return hl.cast(hl.UInt(16), value)


def i16(value: hl.Expr) -> hl.Expr:
    return hl.cast(hl.Int(16), value)


def i32(value: hl.Expr) -> hl.Expr:
    return hl.cast(hl.Int(32), value)


def of_numbers(pixels: np.ndarray) -> hl.ImageParam:
    """Pixels of several numbers, one after the other in memory, which Halide has to be told of."""
    image = hl.ImageParam(hl.Buffer(pixels).type(), 3)
    image.dim(0).set_bounds(0, pixels.shape[2]).set_stride(1)
    image.dim(1).set_stride(pixels.shape[2])
    image.set(hl.Buffer(pixels))
    image.set_estimates([hl.Range(0, extent) for extent in reversed(pixels.shape)])
    return image


def least(values: list[hl.Expr]) -> hl.Expr:
    return reduce(hl.min, values)


def greatest(values: list[hl.Expr]) -> hl.Expr:
    return reduce(hl.max, values)


def pointwise(out: hl.Func) -> Schedule:
    """One stage: rows in vectors."""

    def schedule(lanes: int) -> None:
        out.vectorize(x, lanes)

    return schedule


def two_stages(first: hl.Func, out: hl.Func) -> Task:
    """Two stages: the first one for a strip of rows of the second, or row by row in a window that slides."""

    def strip(lanes: int, rows: int) -> None:
        out.split(y, yo, yi, rows).vectorize(x, lanes)
        first.compute_at(out, yo).vectorize(x, lanes)

    def sliding(lanes: int) -> None:
        out.vectorize(x, lanes)
        first.store_root().compute_at(out, y).vectorize(x, lanes)

    return Task(out, [sliding], [strip])


def planar(arrays: Arrays) -> Task:
    recon = hl.Buffer(arrays("padded"))

    def r(column: hl.Expr, row: hl.Expr) -> hl.Expr:
        return u16(recon[column + 1, row + 1])

    out = hl.Func("out")
    left, top, right, below = x / 8 * 8 - 1, y / 8 * 8 - 1, x / 8 * 8 + 8, y / 8 * 8 + 8
    across = u16(7 - x % 8) * r(left, y) + u16(x % 8 + 1) * r(right, top)
    along = u16(7 - y % 8) * r(x, top) + u16(y % 8 + 1) * r(left, below)
    out[x, y] = u8((across + along + u16(8)) >> u16(4))

    def blocks(lanes: int) -> None:
        out.tile(x, y, bx, by, xi, yi, 8, 8).vectorize(xi).unroll(yi)

    def rows(lanes: int) -> None:
        out.tile(x, y, bx, by, xi, yi, lanes, 8).vectorize(xi).unroll(yi)

    return Task(out, [blocks, rows])


def angular(angle_of_frame: int, inverse_of_frame: int) -> Callable[[Arrays], Task]:
    def build(arrays: Arrays) -> Task:
        recon = hl.Buffer(arrays("padded"))
        angle, inverse = hl.Param(hl.Int(32), "angle"), hl.Param(hl.Int(32), "inverse")
        angle.set(angle_of_frame), inverse.set(inverse_of_frame)
        angle.set_range(-32, 32), inverse.set_range(-4096, 0)
        angle.set_estimate(angle_of_frame), inverse.set_estimate(inverse_of_frame)
        reference, out = hl.Func("reference"), hl.Func("out")
        above = recon[hl.clamp(16 * bx + i, 0, 1921), 16 * by]
        beside = recon[16 * bx, 16 * by + hl.clamp((i * inverse + 128) >> 8, 0, 16)]
        reference[i, bx, by] = u16(hl.select(i < 0, beside, above))
        at = (y % 16 + 1) * angle
        index, factor = hl.clamp(at >> 5, -16, 16), u16(at & 31)
        first = x % 16 + index + 1
        one, two = reference[first, x / 16, y / 16], reference[first + 1, x / 16, y / 16]
        out[x, y] = u8(((u16(32) - factor) * one + factor * two + u16(16)) >> u16(5))

        def blocks(lanes: int) -> None:
            out.tile(x, y, xo, yo, xi, yi, 16, 16).vectorize(xi)
            reference.compute_at(out, xo).vectorize(i, 16)
    
        return Task(out, [blocks])

    return build


def median(arrays: Arrays) -> Task:
    p = hl.Buffer(arrays("padded"))
    out = hl.Func("out")
    columns = [[p[x + j, y + k] for k in range(3)] for j in range(3)]

    def middle(values: list[hl.Expr]) -> hl.Expr:
        a, b, c = values
        return hl.max(hl.min(a, b), hl.min(hl.max(a, b), c))

    small = greatest([least(column) for column in columns])
    large = least([greatest(column) for column in columns])
    out[x, y] = middle([small, middle([middle(column) for column in columns]), large])
    return Task(out, [pointwise(out)])


def restrict(arrays: Arrays) -> Task:
    fine = hl.Buffer(arrays("fine"))
    out = hl.Func("out")
    four = [fine[2 * x + j, 2 * y + k] for k in range(2) for j in range(2)]
    out[x, y] = (four[0] + four[1] + four[2] + four[3]) * hl.f32(0.25)
    return Task(out, [pointwise(out)])


def prolong(arrays: Arrays) -> Task:
    coarse = hl.Buffer(arrays("coarse"))
    columns, out = hl.Func("columns"), hl.Func("out")
    columns[x, y] = hl.f32(0.75) * coarse[x, y / 2 + 1] + hl.f32(0.25) * coarse[x, y / 2 + y % 2 * 2]
    out[x, y] = hl.f32(0.75) * columns[x / 2 + 1, y] + hl.f32(0.25) * columns[x / 2 + x % 2 * 2, y]

    def row_by_row(lanes: int) -> None:
        out.align_bounds(x, 2).align_bounds(y, 2).unroll(y, 2).vectorize(x, lanes)
        columns.compute_at(out, y).vectorize(x, lanes)

    def pairs(lanes: int) -> None:
        out.align_bounds(x, 2).align_bounds(y, 2).split(x, xo, xi, 2).reorder(xi, xo, y).unroll(xi).vectorize(xo, lanes)
        columns.compute_at(out, y).vectorize(x, lanes)

    return Task(out, [row_by_row, pairs])


def wavelet(arrays: Arrays) -> Task:
    signal = hl.BoundaryConditions.mirror_interior(hl.Buffer(arrays("signal")))
    high, rows, low = hl.Func("high"), hl.Func("rows"), hl.Func("low")
    high_rows, out = hl.Func("high_rows"), hl.Func("out")
    high[x, y] = signal[2 * x + 1, y] - ((signal[2 * x, y] + signal[2 * x + 2, y]) >> 1)
    low[x, y] = signal[2 * x, y] + ((high[x - 1, y] + high[x, y] + 2) >> 2)
    rows[x, y] = hl.select(x % 2 == 0, low[x / 2, y], high[x / 2, y])
    high_rows[x, y] = rows[x, 2 * y + 1] - ((rows[x, 2 * y] + rows[x, 2 * y + 2]) >> 1)
    even = rows[x, y] + ((high_rows[x, y / 2 - 1] + high_rows[x, y / 2] + 2) >> 2)
    out[x, y] = hl.select(y % 2 == 0, even, high_rows[x, y / 2])

    def strip(lanes: int, number: int) -> None:
        out.align_bounds(x, 2).align_bounds(y, 2).split(y, yo, yi, number).unroll(yi, 2).vectorize(x, lanes)
        rows.compute_at(out, yo).align_bounds(x, 2).vectorize(x, lanes)
        high.compute_at(rows, y).vectorize(x, lanes)
        high_rows.compute_at(out, yo).vectorize(x, lanes)

    def of_pairs(lanes: int, number: int) -> None:
        out.align_bounds(x, 2).align_bounds(y, 2).split(y, yo, yi, number).unroll(yi, 2).vectorize(x, lanes)
        rows.compute_at(out, yo).align_bounds(x, 2).split(x, xo, xi, 2).reorder(xi, xo).unroll(xi).vectorize(xo, lanes)
        low.compute_at(rows, y).vectorize(x, lanes)
        high.compute_at(rows, y).vectorize(x, lanes)
        high_rows.compute_at(out, yo).vectorize(x, lanes)

    return Task(out, [], [strip, of_pairs])


def demosaic(arrays: Arrays) -> Task:
    mosaic = hl.Buffer(arrays("plane"))
    out = hl.Func("out")
    green = (u16(mosaic[2 * x + 1, 2 * y]) + u16(mosaic[2 * x, 2 * y + 1]) + u16(1)) >> u16(1)
    out[c, x, y] = hl.select(c == 0, mosaic[2 * x, 2 * y], c == 1, u8(green), mosaic[2 * x + 1, 2 * y + 1])
    out.bound(c, 0, 3)
    out.output_buffer().dim(1).set_stride(3)

    def colours_at_once(lanes: int) -> None:
        out.reorder(c, x, y).unroll(c).vectorize(x, lanes)

    return Task(out, [colours_at_once])


def binomial(arrays: Arrays) -> Task:
    p = hl.BoundaryConditions.mirror_interior(hl.Buffer(arrays("plane")))
    rows, out = hl.Func("rows"), hl.Func("out")
    weights = [1, 6, 15, 20, 15, 6, 1]

    def mean(value: Callable[[int], hl.Expr]) -> hl.Expr:
        return u8(sum((u16(w) * u16(value(k)) for k, w in zip(range(-3, 4), weights)), u16(32)) >> u16(6))

    rows[x, y] = mean(lambda k: p[x + k, y])
    out[x, y] = mean(lambda k: rows[x, y + k])
    return two_stages(rows, out)


def squares(arrays: Arrays) -> Task:
    a, b = hl.Buffer(arrays("plane")), hl.Buffer(arrays("other"))
    columns, out = hl.Func("columns"), hl.Func("out")
    r, s = hl.RDom([(0, 8)], "r"), hl.RDom([(0, 8)], "s")
    difference = i32(i16(a[x, 8 * y + r]) - i16(b[x, 8 * y + r]))
    columns[x, y] += difference * difference
    out[x, y] += columns[8 * x + s, y]

    last = hl.Func("last")
    last[x, y] = out[x, y]

    def of_rows(lanes: int) -> None:
        last.vectorize(x, 16)
        out.compute_at(last, y).vectorize(x, 16)
        out.update().reorder(s, x).vectorize(x, 16).unroll(s)
        columns.compute_at(last, y).vectorize(x, lanes)
        columns.update().reorder(r, x).vectorize(x, lanes).unroll(r)

    return Task(last, [of_rows])


def histogram(arrays: Arrays) -> Task:
    plane = arrays("plane")
    p = hl.Buffer(plane)
    out = hl.Func("out")
    height, width = plane.shape
    r = hl.RDom([(0, width), (0, height)], "r")
    out[i] = hl.cast(hl.UInt(32), 0)
    out[i32(p[r.x, r.y])] += hl.cast(hl.UInt(32), 1)

    def one(lanes: int) -> None:
        out.vectorize(i, lanes)

    return Task(out, [one])


def bilateral(arrays: Arrays) -> Task:
    p = hl.BoundaryConditions.repeat_edge(hl.Buffer(arrays("plane")))
    weight = hl.Buffer(arrays("weight"))
    out = hl.Func("out")
    here = i32(p[x, y])
    nine = [i32(p[x + j, y + k]) for k in (-1, 0, 1) for j in (-1, 0, 1)]
    weights = [weight[hl.clamp(i32(hl.abs(there - here)), 0, 255)] for there in nine]
    weighted = [w * there for w, there in zip(weights, nine)]
    out[x, y] = u8(sum(weighted[1:], weighted[0]) / sum(weights[1:], weights[0]))
    return Task(out, [pointwise(out)])


def sobel(arrays: Arrays) -> Task:
    padded = hl.Buffer(arrays("padded"))
    out = hl.Func("out")

    def p(j: int, k: int) -> hl.Expr:
        return i16(padded[x + 1 + j, y + 1 + k])

    across = (p(1, -1) + 2 * p(1, 0) + p(1, 1)) - (p(-1, -1) + 2 * p(-1, 0) + p(-1, 1))
    along = (p(-1, 1) + 2 * p(0, 1) + p(1, 1)) - (p(-1, -1) + 2 * p(0, -1) + p(1, -1))
    out[x, y] = u8(hl.min(hl.abs(across) + hl.abs(along), 255))
    return Task(out, [pointwise(out)])


def census(arrays: Arrays) -> Task:
    p = hl.BoundaryConditions.repeat_edge(hl.Buffer(arrays("plane")))
    out = hl.Func("out")
    places = [(j, k) for k in (-1, 0, 1) for j in (-1, 0, 1) if (j, k) != (0, 0)]
    bits = [
        hl.select(p[x + j, y + k] < p[x, y], u8(1 << (7 - place)), u8(0)) for place, (j, k) in enumerate(places)
    ]
    out[x, y] = reduce(lambda a, b: a | b, bits)
    return Task(out, [pointwise(out)])


def integral(arrays: Arrays) -> Task:
    plane = arrays("plane")
    p = hl.Buffer(plane)
    height, width = plane.shape
    rows, out = hl.Func("rows"), hl.Func("out")
    r, s = hl.RDom([(1, width - 1)], "r"), hl.RDom([(1, height - 1)], "s")
    rows[x, y] = i32(p[x, y])
    rows[r, y] += rows[r - 1, y]
    out[x, y] = rows[x, y]
    out[x, s] += out[x, s - 1]

    def all_rows(lanes: int) -> None:
        rows.compute_root().vectorize(x, lanes)
        out.vectorize(x, lanes)
        out.update().reorder(x, s).vectorize(x, lanes)

    def row_by_row(lanes: int) -> None:
        rows.compute_at(out, y).vectorize(x, lanes)
        out.vectorize(x, lanes)
        out.update().reorder(x, s).vectorize(x, lanes)

    return Task(out, [all_rows, row_by_row])


def nearest_colour(arrays: Arrays) -> Task:
    pixels, colours = of_numbers(arrays("pixels")), hl.Buffer(arrays("colours"))
    out = hl.Func("out")
    distance, chosen = None, None
    for k in range(16):
        parts = [i32(pixels[j, x, y]) - i32(colours[j, k]) for j in range(3)]
        here = parts[0] * parts[0] + parts[1] * parts[1] + parts[2] * parts[2]
        if distance is None:
            distance, chosen = here, u8(0)
        else:
            chosen = hl.select(here < distance, u8(k), chosen)
            distance = hl.min(here, distance)
    out[x, y] = chosen
    return Task(out, [pointwise(out)])


def opening(arrays: Arrays) -> Task:
    plane = arrays("plane")
    height, width = plane.shape
    p = hl.BoundaryConditions.constant_exterior(hl.Buffer(plane), 255)
    eroded, out = hl.Func("eroded"), hl.Func("out")
    eroded[x, y] = least([p[x + j, y + k] for k in (-1, 0, 1) for j in (-1, 0, 1)])
    inside = hl.BoundaryConditions.constant_exterior(eroded, 0, [(0, width), (0, height)])
    out[x, y] = greatest([inside[x + j, y + k] for k in (-1, 0, 1) for j in (-1, 0, 1)])
    schedules = two_stages(eroded, out).schedules  # A strip is slower, and takes half a minute to compile.
    return Task(out, schedules)


def equalise(arrays: Arrays) -> Task:
    tile = hl.Buffer(arrays("plane"))
    counts, below, out = hl.Func("counts"), hl.Func("below"), hl.Func("out")
    r, s = hl.RDom([(0, 32), (0, 32)], "r"), hl.RDom([(1, 255)], "s")
    counts[i, bx, by] = 0
    counts[i32(tile[32 * bx + r.x, 32 * by + r.y]), bx, by] += 1
    below[i, bx, by] = counts[i, bx, by]
    below[s, bx, by] += below[s - 1, bx, by]
    level = hl.Func("level")
    level[i, bx, by] = u8((below[i, bx, by] * 255) >> 10)
    out[x, y] = level[i32(tile[x, y]), x / 32, y / 32]

    def tiles(lanes: int) -> None:
        out.tile(x, y, xo, yo, xi, yi, 32, 32)
        counts.compute_at(out, xo).vectorize(i, lanes)
        below.compute_at(out, xo).vectorize(i, lanes)
        level.compute_at(out, xo).vectorize(i, lanes)

    def in_vectors(lanes: int) -> None:
        tiles(lanes)
        out.vectorize(xi, 32)

    return Task(out, [tiles, in_vectors])


def warp(arrays: Arrays) -> Task:
    plane = arrays("plane")
    height, width = plane.shape
    p, vectors = hl.Buffer(plane), of_numbers(arrays("field"))
    out = hl.Func("out")
    row = hl.clamp(y + i32(vectors[0, x, y]), 0, height - 1)
    column = hl.clamp(x + i32(vectors[1, x, y]), 0, width - 1)
    out[x, y] = p[column, row]

    def one_by_one(_: int) -> None:
        pass

    return Task(out, [pointwise(out), one_by_one])


def product_of_matrices(arrays: Arrays) -> Task:
    left, right = hl.Buffer(arrays("left")), hl.Buffer(arrays("right"))
    k = hl.RDom([(0, left.width())])
    sums, out = hl.Func("sums"), hl.Func("out")
    sums[x, y] = hl.f32(0)
    sums[x, y] += left[k, y] * right[x, k]
    out[x, y] = sums[x, y]

    def tiles(rows: int) -> Schedule:
        def schedule(lanes: int) -> None:
            out.tile(x, y, xi, yi, lanes, rows).vectorize(xi, 16).unroll(xi).unroll(yi)
            sums.compute_at(out, x).vectorize(x, 16).unroll(x).unroll(y)
            sums.update().reorder(x, y, k).vectorize(x, 16).unroll(x).unroll(y)

        return schedule

    return Task(out, [tiles(rows) for rows in (4, 6, 8)])


def correlation(arrays: Arrays) -> Task:
    fine, kernel = hl.Buffer(arrays("fine")), hl.Buffer(arrays("kernel"))
    out = hl.Func("out")
    out[x, y] = reduce(lambda a, b: a + b, [kernel[u, v] * fine[x + u, y + v] for v in range(5) for u in range(5)])

    def rows_together(lanes: int) -> None:
        out.tile(x, y, xi, yi, lanes, 4).vectorize(xi, 16).unroll(xi).unroll(yi)

    return Task(out, [pointwise(out), rows_together])


TASKS: dict[str, Callable[[Arrays], Task]] = {
    "planar": planar,
    "angular_down": angular(13, 0),
    "angular_up": angular(-21, -390),
    "median": median,
    "restrict": restrict,
    "prolong": prolong,
    "wavelet": wavelet,
    "demosaic": demosaic,
    "binomial": binomial,
    "squares": squares,
    "histogram": histogram,
    "bilateral": bilateral,
    "sobel": sobel,
    "census": census,
    "integral": integral,
    "nearest_colour": nearest_colour,
    "opening": opening,
    "equalise": equalise,
    "warp": warp,
    "product": product_of_matrices,
    "correlation": correlation,
}
