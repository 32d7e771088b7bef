import { expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

it('TRUST-B8 writes JSON in the order and form of RFC 8785', () => {
  // The example of its section 3.2.3.
  const names = {
    '\u20ac': 'Euro Sign',
    '\r': 'Carriage Return',
    '\ufb33': 'Hebrew Letter Dalet With Dagesh',
    '1': 'One',
    '\ud83d\ude00': 'Emoji: Grinning Face',
    '\u0080': 'Control',
    '\u00f6': 'Latin Small Letter O With Diaeresis',
  };
  expect(Object.values(JSON.parse(canonicalJson(Object.fromEntries(Object.entries(names).reverse()))))).toHaveLength(7);
  expect([...canonicalJson(names).matchAll(/:"(\w+)/g)].map(([, word]) => word)).toEqual([
    'Carriage',
    'One',
    'Control',
    'Latin',
    'Euro',
    'Emoji',
    'Hebrew',
  ]);
  // Section 3.2.2.
  expect(canonicalJson({ numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 1e-27], literals: [null, true, false] })).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27]}',
  );
  expect(canonicalJson({ b: { d: 1, c: undefined }, a: '\u000f"\\/' })).toBe('{"a":"\\u000f\\"\\\\/","b":{"d":1}}');
  expect(() => canonicalJson({ a: Number.NaN })).toThrow('no JSON');
});
