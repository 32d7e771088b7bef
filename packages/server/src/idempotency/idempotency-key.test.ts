import { AppError } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { idempotencyKeyOf } from './idempotency-key.ts';

const keyOf = (header: string | string[]) => idempotencyKeyOf({ headers: { 'idempotency-key': header } });

describe('Idempotency-Key', () => {
  it.each([
    ['raw', 'abc-1', 'abc-1'],
    ['quoted', '"abc-1"', 'abc-1'],
    ['quoted with escapes', String.raw`"a\"b\\c"`, String.raw`a"b\c`],
    ['half quoted, which is a raw key', '"abc', '"abc'],
    ['of the greatest length', 'a'.repeat(255), 'a'.repeat(255)],
    ['quoted, of the greatest length', `"${'a'.repeat(255)}"`, 'a'.repeat(255)],
  ])('UP-09 takes a key %s', (_kind, header, key) => {
    expect(keyOf(header)).toBe(key);
  });

  it('UP-09 needs none', () => {
    expect(idempotencyKeyOf({ headers: {} })).toBeNull();
  });

  it.each([
    ['empty', ''],
    ['quoted and empty', '""'],
    ['blank', '   '],
    ['too long', 'a'.repeat(256)],
    ['not ASCII', 'schlüssel'],
    ['with a control character', 'a\tb'],
  ])('SEC-06 refuses a key that is %s', (_kind, header) => {
    expect(() => keyOf(header)).toThrow(AppError);
  });
});
