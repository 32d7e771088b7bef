import { describe, expect, it } from 'vitest';
import { seenWords } from './seen-words.ts';

const shape = 'A medium-sized photograph-like picture in landscape format.';

describe('words of a description', () => {
  it('MED-03 leave out size, format, colours, brightness and the text that stands below', () => {
    expect(seenWords(`${shape} Main colours: dark blue, grey and white. The picture is dark.`)).toBe('');
    expect(seenWords('A large drawn video in wide panorama format. Main colour: red. It says: “SALE today.”.')).toBe('');
    expect(seenWords('A small drawing or illustration in square format. The picture is bright. It says: “a long text…”.')).toBe(
      '',
    );
  });

  it('MED-03 keep what was found and what another model says', () => {
    const found = 'It shows sexually explicit content.';
    expect(seenWords(`${shape} Main colours: pink. ${found} A person on a sofa.`)).toBe(`${found} A person on a sofa.`);
    expect(seenWords('A toy car on a table. The picture is a joke.')).toBe('A toy car on a table. The picture is a joke.');
  });
});
