import { expect, it } from 'vitest';
import { newId, uuidV7 } from './new-id.ts';

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it.each([
  ['of Node or ours', newId],
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
