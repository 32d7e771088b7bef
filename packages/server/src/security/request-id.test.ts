import { expect, it } from 'vitest';
import { madeRequestId, requestIdOf, uuidV7 } from './request-id.ts';

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it.each([
  ['of Node or ours', madeRequestId],
  ['of ours, for a Node that makes none', uuidV7],
])('makes UUIDs of version 7 that never repeat and begin with the time, %s', (_whose, make) => {
  const before = Date.now();
  const ids = Array.from({ length: 10_000 }, () => make());
  const after = Date.now();
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) {
    expect(id).toMatch(form);
    const at = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
    // Node may run ahead by a few ms to keep the order within one.
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(after + 100);
  }
});

it.each(['a', '01890a5d-ac96-774b-bcce-b302099a8057', 'Trace.1_2-3', 'x'.repeat(128)])('keeps the id %s of the caller', (id) => {
  expect(requestIdOf({ 'x-request-id': id })).toBe(id);
});

it.each([undefined, '', 'x'.repeat(129), 'a b', 'a\nb', 'one, two', 'ä', '"a"', '<script>', ['a', 'b']])(
  'puts one of its own in the place of %j',
  (id) => {
    expect(requestIdOf({ 'x-request-id': id })).toMatch(form);
  },
);
