import { describe, expect, it } from 'vitest';
import { boxAround, convexHull, cornersOf } from './box-around.ts';

describe('convexHull', () => {
  it('keeps the corners and drops what lies inside or on a side', () => {
    const square = [
      { x: 0, y: 0 },
      { x: 4, y: 0 },
      { x: 4, y: 4 },
      { x: 0, y: 4 },
    ];
    const hull = convexHull([...square, { x: 2, y: 2 }, { x: 2, y: 0 }]);
    expect(hull).toHaveLength(4);
    expect(hull).toEqual(expect.arrayContaining(square));
  });
});

describe('boxAround', () => {
  it.each([0, 0.2, -0.2, 0.7, -0.7])('finds a rectangle that is turned by %f', (angle) => {
    const box = { x: 50, y: 40, width: 30, height: 8, angle };
    const found = boxAround([...cornersOf(box), { x: 50, y: 40 }]);
    for (const [name, value] of Object.entries(box)) expect(Reflect.get(found, name)).toBeCloseTo(value, 6);
  });

  it('names the more horizontal side the width, whatever it is turned by', () => {
    const found = boxAround(cornersOf({ x: 0, y: 0, width: 30, height: 8, angle: 1.4 }));
    expect(found.width).toBeCloseTo(8, 6);
    expect(found.height).toBeCloseTo(30, 6);
    expect(found.angle).toBeCloseTo(1.4 - Math.PI / 2, 6);
  });

  it('gives a box without extent for one point', () => {
    expect(boxAround([{ x: 3, y: 4 }])).toMatchObject({ x: 3, y: 4, width: 0, height: 0 });
  });
});
