import { endpoints } from '@clearframe/contract';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { writeAnswers, writeShared } from './answer-writer.ts';

const route = (schema: z.ZodType) => ({ schema, method: 'GET', url: '/', httpStatus: '200' });
const both = (schema: z.ZodType) => ({ careful: serializerCompiler(route(schema)), quick: writeAnswers(route(schema)) });

/** Signs that JSON escapes or does not, and one of each form that answers have. */
const texts = [
  ...['', 'plain', 'é 漢 😀', 'a "quoted" \\ line\nand \u0007', 'half \ud83d', '\u2028'],
  ...['2026-11-23T10:00:00.123Z', '2026-11-23', '0198a1b2-7000-7000-8000-00000000000a', 'f'.repeat(64)],
];

/** A value for a schema, by chance. @param next gives numbers from 0 to below 1 */
function someOf(schema: z.core.$ZodType, next: () => number): unknown {
  const oneOf = <T>(some: readonly T[]): T | undefined => some[Math.floor(next() * some.length)];
  if (schema instanceof z.ZodObject) {
    const entries = Object.entries(schema.shape).map(([name, one]) => [name, someOf(one, next)]);
    return { ...Object.fromEntries(next() < 0.5 ? entries : entries.reverse()), unnamed: 'is left out' };
  }
  if (schema instanceof z.ZodNullable) return next() < 0.3 ? null : someOf(schema.def.innerType, next);
  if (schema instanceof z.ZodOptional) return next() < 0.3 ? undefined : someOf(schema.def.innerType, next);
  if (schema instanceof z.ZodArray) return Array.from({ length: Math.floor(next() * 3) }, () => someOf(schema.def.element, next));
  if (schema instanceof z.ZodTuple) return schema.def.items.map((one) => someOf(one, next));
  if (schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral) return oneOf([...schema._zod.values]);
  if (schema instanceof z.ZodUnion) return someOf(oneOf(schema.options) ?? schema, next);
  if (schema instanceof z.ZodTemplateLiteral) return 'within:sexual_explicit';
  if (schema instanceof z.ZodBoolean) return next() < 0.5;
  if (schema instanceof z.ZodNumber) return schema.format === 'safeint' ? 1 + Math.floor(next() * 99) : next();
  if (schema instanceof z.ZodNull) return null;
  if (schema instanceof z.ZodUnknown)
    return oneOf([null, undefined, 'text', { a: [1, undefined, { b: '"' }] }, ['\u2028', '\ud800']]);
  if (schema instanceof z.ZodRecord) {
    const keys = [...(schema.keyType._zod.values ?? ['one', '"two"'])].map(String).reverse();
    const isPartial = 'partial' in schema.def && schema.def.partial === true;
    const some = isPartial ? keys.filter(() => next() < 0.5) : keys;
    return Object.fromEntries(some.map((key) => [key, someOf(schema.valueType, next)]));
  }
  return oneOf(texts.filter((text) => z.safeParse(schema, text).success));
}

/** The same numbers in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('answers', () => {
  it.each(Object.entries(endpoints))('API-01 are written as the schema of %s writes them, byte for byte', (name, { data }) => {
    const { careful, quick } = both(z.object({ status: z.literal('success'), data, message: z.string().optional() }));
    const next = numbers(name.length);
    for (let round = 0; round < 40; round += 1) {
      const answer = { status: 'success', data: someOf(data, next), ...(next() < 0.5 ? { message: 'Done' } : {}) };
      let expected: string | null = null;
      try {
        expected = careful(answer);
      } catch {
        // A form that chance did not meet: what the quick way does with it is not told.
      }
      if (expected !== null) expect(quick(answer)).toBe(expected);
    }
  });

  it('MED-07 meet the schema of an item in this test, so that it compares something', () => {
    const next = numbers(7);
    const made = Array.from({ length: 40 }, () => endpoints.apiGetMedia.data.safeParse(someOf(endpoints.apiGetMedia.data, next)));
    expect(made.filter(({ success }) => success).length).toBeGreaterThan(20);
  });

  it.each([
    ['a text', z.string(), 1],
    ['a number', z.number(), 'one'],
    ['a number', z.number(), Number.NaN],
    ['one of some words', z.enum(['a', 'b']), 'c'],
    ['a list', z.array(z.string()), { 0: 'a' }],
    ['an object', z.object({ a: z.string() }), null],
    ['an object', z.object({ a: z.string() }), []],
    ['all keys', z.record(z.enum(['a', 'b']), z.string()), { a: 'x' }],
    ['known keys', z.partialRecord(z.enum(['a', 'b']), z.string()), { c: 'x' }],
  ])('API-01 are refused where a value is not %s', (_, schema, value) => {
    const { careful, quick } = both(z.object({ value: schema }));
    expect(() => careful({ value })).toThrow();
    expect(() => quick({ value })).toThrow();
  });

  it('API-01 are what the schema makes of them where it changes values', () => {
    const { careful, quick } = both(
      z.object({ name: z.string().trim(), either: z.union([z.string(), z.object({ a: z.int() })]) }),
    );
    const answer = { name: ' x ', either: { a: 1, b: 2 } };
    expect(quick(answer)).toBe('{"name":"x","either":{"a":1}}');
    expect(quick(answer)).toBe(careful(answer));
  });

  it('MED-02 are written once where requests share them, as each of them alone', () => {
    const schema = z.object({ status: z.literal('success'), data: endpoints.apiListMedia.data, message: z.string().optional() });
    const shared = writeShared(route(schema));
    const next = numbers(11);
    const answers = Array.from({ length: 20 }, () => ({
      status: 'success',
      data: { media_uploads: [], pagination: someOf(endpoints.apiListMedia.data.shape.pagination, next) },
    })).filter((answer) => schema.safeParse(answer).success);
    expect(answers.length).toBeGreaterThan(5);
    for (const answer of answers) {
      expect(shared(answer).toString()).toBe(serializerCompiler(route(schema))(answer));
      expect(shared({ ...answer })).toBe(shared(answer));
    }
  });
});
