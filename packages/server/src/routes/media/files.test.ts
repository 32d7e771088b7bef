import { expect, it } from 'vitest';
import { contentDisposition } from './files.ts';

it('SEC-02 lets no file name end its header or add another', () => {
  expect(contentDisposition('inline', 'a"; filename=x\r\nSet-Cookie: b\\ü%41.png')).toBe(
    `inline; filename="a_; filename=x__Set-Cookie: b___41.png"; ` +
      `filename*=UTF-8''a%22%3B%20filename%3Dx%0D%0ASet-Cookie%3A%20b%5C%C3%BC%2541.png`,
  );
});
