import { expect, it } from 'vitest';
import { newIdempotencyKey } from './idempotency-key.ts';

it('UP-09 gives every upload a key of its own, a valid UUID', () => {
  const ids = Array.from({ length: 200 }, newIdempotencyKey);
  expect(new Set(ids).size).toBe(200);
  expect(ids.every((id) => /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id))).toBe(true);
});
