import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { type Point, type Size, type View, wholeView, within, zoomedAt } from './view.ts';

const STEP = 1.25;
/** CSS pixels of an arrow key. */
const PAN = 60;

const middle: Point = { x: 0, y: 0 };

/**
 * What wheel, pinch, drag, keys and buttons make of the view. All rooms inside the stage have the same size and show the same part.
 * @param stage holds the rooms, each with the slot `viewer-room`
 * @param size of the picture in pixels
 */
export function useView(stage: RefObject<HTMLElement | null>, size: Size) {
  const [view, setView] = useState<View>(wholeView);
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 });
  const change = (make: (before: View) => View) => setView((before) => within(make(before), size, room));
  const zoomBy = (factor: number, point = middle) => setView((before) => zoomedAt(before, factor, point, size, room));
  const panBy = (x: number, y: number) => change((before) => ({ ...before, x: before.x + x, y: before.y + y }));

  const onPinch = useEffectEvent((factor: number, point: Point, moved: Point) => {
    zoomBy(factor, point);
    panBy(moved.x, moved.y);
  });
  const onRoom = useEffectEvent((measured: Size) => {
    setRoom(measured);
    setView((before) => within(before, size, measured));
  });
  useEffect(() => {
    const element = stage.current;
    if (element === null) return;
    return listen(element, onPinch, onRoom);
  }, [stage]);

  return {
    view,
    room,
    zoomIn: () => zoomBy(STEP),
    zoomOut: () => zoomBy(1 / STEP),
    fit: () => change(({ turns }) => ({ ...wholeView, turns })),
    /** One pixel of the picture for one of the page. @param scale screen pixels for a pixel where it fits */
    ownSize: (scale: number) => change((before) => ({ ...before, zoom: 1 / scale })),
    turn: () => change(({ turns }) => ({ ...wholeView, turns: (turns + 1) % 4 })),
    pan: { ArrowLeft: [PAN, 0], ArrowRight: [-PAN, 0], ArrowUp: [0, PAN], ArrowDown: [0, -PAN] } as Record<
      string,
      readonly [number, number]
    >,
    panBy,
  };
}

/** Follows the fingers, the mouse and the wheel over an element. @returns what ends it */
function listen(
  element: HTMLElement,
  onPinch: (factor: number, point: Point, moved: Point) => void,
  onRoom: (size: Size) => void,
): () => void {
  const fingers = new Map<number, Point>();
  /** From the middle of the room under the point. */
  const inRoom = ({ x, y }: Point): Point => {
    const rooms = Array.from(element.querySelectorAll('[data-slot~=viewer-room]'), (one) => one.getBoundingClientRect());
    const box = rooms.find(({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom) ?? rooms[0];
    return box ? { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 } : middle;
  };
  const spread = () => {
    const [one = middle, other = one] = [...fingers.values()];
    const between = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
    return { between, apart: Math.hypot(one.x - other.x, one.y - other.y) };
  };
  const onDown = (event: PointerEvent) => {
    if (event.button !== 0 || fingers.size === 2) return;
    // Else the stage would get the click of a button on it.
    if (event.target instanceof Element && event.target.closest('button, a')) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    element.setPointerCapture(event.pointerId);
  };
  const onMove = (event: PointerEvent) => {
    if (!fingers.has(event.pointerId)) return;
    const before = spread();
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const { between, apart } = spread();
    const moved = { x: between.x - before.between.x, y: between.y - before.between.y };
    onPinch(before.apart > 0 && apart > 0 ? apart / before.apart : 1, inRoom(between), moved);
  };
  const onUp = (event: PointerEvent) => fingers.delete(event.pointerId);
  const onWheel = (event: WheelEvent) => {
    // Ctrl and the wheel would enlarge the page, and a plain one scroll it.
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 16;
    onPinch(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.002)), inRoom(event), middle);
  };
  const observer = new ResizeObserver(() => {
    const box = element.querySelector('[data-slot~=viewer-room]')?.getBoundingClientRect();
    if (box) onRoom({ width: box.width, height: box.height });
  });
  observer.observe(element);
  for (const one of element.querySelectorAll('[data-slot~=viewer-room]')) observer.observe(one);
  element.addEventListener('pointerdown', onDown);
  element.addEventListener('pointermove', onMove);
  element.addEventListener('pointerup', onUp);
  element.addEventListener('pointercancel', onUp);
  element.addEventListener('wheel', onWheel, { passive: false });
  return () => {
    observer.disconnect();
    element.removeEventListener('pointerdown', onDown);
    element.removeEventListener('pointermove', onMove);
    element.removeEventListener('pointerup', onUp);
    element.removeEventListener('pointercancel', onUp);
    element.removeEventListener('wheel', onWheel);
  };
}
