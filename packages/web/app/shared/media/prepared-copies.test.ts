import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { prepareCopy, preparedCopy } from './prepared-copies.ts';

const made: { src: string; complete: boolean; naturalWidth: number }[] = [];

/** As a browser's: loaded only when the test says so. */
class FakeImage {
  src = '';
  complete = false;
  naturalWidth = 0;
  constructor() {
    made.push(this);
  }
}
const load = () => {
  for (const image of made) Object.assign(image, { complete: true, naturalWidth: 800 });
};
const address = (item: string, sig = 'a') => `https://review.example/files/${item}/large?sig=${sig}`;

describe('prepareCopy', () => {
  beforeEach(() => {
    made.length = 0;
    vi.stubGlobal('Image', FakeImage);
    vi.stubGlobal('location', { href: 'https://review.example/dashboard/media' });
  });
  afterEach(() => void vi.unstubAllGlobals());

  it('MED-05 gives a copy under the address that was loaded, whatever it is signed with later', () => {
    prepareCopy(address('one'));
    expect(preparedCopy(address('one'))).toBeNull();
    load();
    expect(preparedCopy(address('one', 'b'))).toBe(address('one'));
    expect(preparedCopy(address('two'))).toBeNull();
    expect(preparedCopy(null)).toBeNull();
  });

  it('MED-05 loads a file once, and holds the newest few', () => {
    prepareCopy(address('first'));
    prepareCopy(address('first', 'b'));
    expect(made).toHaveLength(1);
    for (const item of ['second', 'third', 'fourth']) prepareCopy(address(item));
    load();
    expect(preparedCopy(address('first'))).toBeNull();
    expect(preparedCopy(address('fourth'))).toBe(address('fourth'));
  });

  it('MED-05 holds what was asked for again longer than what was not', () => {
    for (const item of ['kept', 'second', 'third', 'kept', 'fourth']) prepareCopy(address(item));
    load();
    expect(['kept', 'second'].map((item) => preparedCopy(address(item)))).toEqual([address('kept'), null]);
  });

  it('MED-05 does not give a copy that could not be loaded, and tries it again', () => {
    prepareCopy(address('broken'));
    for (const image of made) image.complete = true;
    expect(preparedCopy(address('broken'))).toBeNull();
    prepareCopy(address('broken', 'b'));
    load();
    expect(preparedCopy(address('broken'))).toBe(address('broken', 'b'));
  });
});
