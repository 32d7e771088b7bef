export type Size = { width: number; height: number };
export type Point = { x: number; y: number };

/** How a picture is looked at. `zoom` 1 = it fits its room; `x` and `y` are CSS pixels from the middle; `turns` quarters to the right. */
export type View = Point & { zoom: number; turns: number };

export const wholeView: View = { zoom: 1, x: 0, y: 0, turns: 0 };

/** A picture that is larger than its room, or smaller, can be enlarged to so many times its own size. */
const MOST = 4;

/** What a turned picture needs of its room. */
const turned = ({ width, height }: Size, turns: number): Size =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width };

/** Screen pixels for a pixel of the picture where the whole picture fits the room. */
export function fitScale(size: Size, room: Size, turns: number): number {
  const { width, height } = turned(size, turns);
  if (width === 0 || height === 0 || room.width === 0 || room.height === 0) return 1;
  return Math.min(room.width / width, room.height / height);
}

/** Keeps the zoom sensible and the picture in its room: an edge never leaves the room's edge where the picture is larger. */
export function within(view: View, size: Size, room: Size): View {
  const scale = fitScale(size, room, view.turns);
  const zoom = Math.min(Math.max(view.zoom, Math.min(1, 1 / scale)), MOST * Math.max(1, 1 / scale));
  const { width, height } = turned(size, view.turns);
  const keep = (at: number, side: number, space: number) => {
    const spare = Math.max(0, (side * scale * zoom - space) / 2);
    return spare === 0 ? 0 : Math.min(Math.max(at, -spare), spare);
  };
  return { ...view, zoom, x: keep(view.x, width, room.width), y: keep(view.y, height, room.height) };
}

/** Zooms so that what lies under the point stays there. @param point from the middle of the room */
export function zoomedAt(view: View, factor: number, point: Point, size: Size, room: Size): View {
  const { zoom } = within({ ...view, zoom: view.zoom * factor }, size, room);
  const ratio = zoom / view.zoom;
  const from = (at: number, middle: number) => at - (at - middle) * ratio;
  return within({ ...view, zoom, x: from(point.x, view.x), y: from(point.y, view.y) }, size, room);
}
