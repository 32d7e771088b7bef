import { expect, it } from 'vitest';
import { requestIdOf } from './request-id.ts';

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it.each(['a', '01890a5d-ac96-774b-bcce-b302099a8057', 'Trace.1_2-3', 'x'.repeat(128)])('keeps the id %s of the caller', (id) => {
  expect(requestIdOf({ 'x-request-id': id })).toBe(id);
});

it.each([undefined, '', 'x'.repeat(129), 'a b', 'a\nb', 'one, two', 'ä', '"a"', '<script>', ['a', 'b']])(
  'puts one of its own in the place of %j',
  (id) => {
    expect(requestIdOf({ 'x-request-id': id })).toMatch(form);
  },
);
