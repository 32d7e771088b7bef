import { encode } from 'uqr';
import { expect, it } from 'vitest';
import { qrDrawing } from './set-up-dialog.tsx';

it('AUTH-06 draws exactly the dark modules of the QR code, inside a quiet zone of four', () => {
  const text = 'otpauth://totp/Clearframe:ada%40example.com?issuer=Clearframe&secret=VFHXHZL57DB4WO2CX4Z5LL6PVWLCDW54';
  const { size, path } = qrDrawing(text);
  const drawn = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let n = 0; n < Number(width); n += 1) drawn[Number(y)]?.splice(Number(x) + n, 1, true);
  expect(drawn).toEqual(encode(text, { ecc: 'M', border: 4 }).data);
  expect(drawn.slice(0, 4).flat().some(Boolean)).toBe(false);
});
