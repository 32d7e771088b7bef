import { expect, it } from 'vitest';
import { once } from './once.ts';

it('MED-05 acts once for a double press, by mouse or touch, and for each press of a key or of another place', () => {
  let acted = 0;
  const press = once(() => {
    acted += 1;
  });
  const at = (timeStamp: number, detail: number, clientX = 10) => {
    press({ timeStamp, detail, clientX, clientY: 10 });
    return acted;
  };
  expect([at(1_000, 1), at(1_200, 2), at(1_300, 1)]).toEqual([1, 1, 1]);
  // Somebody who is quick presses on in the same place.
  expect([at(1_600, 3), at(2_200, 4)]).toEqual([2, 3]);
  expect(at(2_300, 1, 90)).toBe(4);
  expect([at(2_310, 0), at(2_320, 0)]).toEqual([5, 6]);
});
