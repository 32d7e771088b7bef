export type Point = { x: number; y: number };

/** A turned rectangle. `angle` in radians from the horizontal to its width, from -π/4 up to π/4, clockwise as y grows downwards. */
export type Box = { x: number; y: number; width: number; height: number; angle: number };

const cross = (a: Point, b: Point, c: Point) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

/** Convex hull by Andrew's monotone chain, counter-clockwise, without the points on its sides. */
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((one, other) => one.x - other.x || one.y - other.y);
  if (sorted.length < 3) return sorted;
  const half = (order: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of order) {
      for (let last = chain.at(-1), before = chain.at(-2); last && before; last = chain.at(-1), before = chain.at(-2)) {
        if (cross(before, last, point) > 0) break;
        chain.pop();
      }
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

/**
 * The smallest turned rectangle around points: one of its sides lies on a side of their hull.
 * @param points at least one
 */
export function boxAround(points: readonly Point[]): Box {
  const hull = convexHull(points);
  let best: Box | null = null;
  for (const [index, from] of hull.entries()) {
    const to = hull[(index + 1) % hull.length] ?? from;
    const box = turnedBox(hull, Math.atan2(to.y - from.y, to.x - from.x));
    if (!best || box.width * box.height < best.width * best.height) best = box;
  }
  return best ?? { x: 0, y: 0, width: 0, height: 0, angle: 0 };
}

/** The rectangle around points with one side in this direction, named so that its width is its more horizontal side. */
function turnedBox(points: readonly Point[], direction: number): Box {
  const quarter = Math.PI / 2;
  const angle = direction - Math.round(direction / quarter) * quarter;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const along = points.map(({ x, y }) => x * cos + y * sin);
  const across = points.map(({ x, y }) => y * cos - x * sin);
  const [left, right, top, bottom] = [Math.min(...along), Math.max(...along), Math.min(...across), Math.max(...across)];
  const [u, v] = [(left + right) / 2, (top + bottom) / 2];
  return { x: u * cos - v * sin, y: u * sin + v * cos, width: right - left, height: bottom - top, angle };
}

/** The four corners, clockwise from the upper left as the writing runs. */
export function cornersOf({ x, y, width, height, angle }: Box): [Point, Point, Point, Point] {
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const corner = (across: number, down: number): Point => ({
    x: x + (across * width * cos - down * height * sin) / 2,
    y: y + (across * width * sin + down * height * cos) / 2,
  });
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}
