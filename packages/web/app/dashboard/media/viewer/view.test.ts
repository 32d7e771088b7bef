import { describe, expect, it } from 'vitest';
import { fitScale, wholeView, within, zoomedAt } from './view.ts';

const size = { width: 1600, height: 1200 };
const room = { width: 800, height: 800 };

describe('the large picture', () => {
  it('MED-04 fits its room, turned as well', () => {
    expect(fitScale(size, room, 0)).toBe(0.5);
    expect(fitScale(size, { width: 800, height: 400 }, 1)).toBe(0.25);
    expect(fitScale(size, { width: 0, height: 0 }, 0)).toBe(1);
  });

  it('MED-04 keeps under the pointer what lies there', () => {
    const view = zoomedAt(wholeView, 4, { x: 200, y: 100 }, size, room);
    expect(view).toEqual({ zoom: 4, x: -600, y: -300, turns: 0 });
    // The same place of the picture, from its middle and as a share of it.
    expect((200 - view.x) / view.zoom).toBe(200);
  });

  it('MED-04 is never dragged out of its room, nor zoomed without end', () => {
    expect(within({ ...wholeView, x: 500, y: -500 }, size, room)).toEqual(wholeView);
    expect(within({ ...wholeView, zoom: 2, x: 9_000, y: -9_000 }, size, room)).toEqual({ zoom: 2, x: 400, y: -200, turns: 0 });
    expect(within({ ...wholeView, zoom: 0.1 }, size, room).zoom).toBe(1);
    expect(within({ ...wholeView, zoom: 100 }, size, room).zoom).toBe(8);
    // A small picture fills its room, and can be seen in its own size.
    const small = { width: 100, height: 100 };
    expect(within({ ...wholeView, zoom: 0.01 }, small, room).zoom).toBe(1 / 8);
    expect(within({ ...wholeView, zoom: 100 }, small, room).zoom).toBe(4);
  });
});
