import type { FastifySerializerCompiler } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';

/** Writes a value as JSON: only the keys that a schema names, in its order; undefined where there is nothing to write. */
type Write = (value: unknown) => string | undefined;

/** Thrown where a value is not what its schema says: the schema itself then says what is wrong with it. */
const unlike = new Error('The value is not as its schema says');
function miss(): never {
  throw unlike;
}

/** What JSON writes in another way than it stands. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes them
const escaped = /["\\\u0000-\u001f\ud800-\udfff]/;
const text = (value: string): string => (escaped.test(value) ? JSON.stringify(value) : `"${value}"`);

const writeText: Write = (value) => (typeof value === 'string' ? text(value) : miss());
const writeBoolean: Write = (value) => (typeof value === 'boolean' ? String(value) : miss());
const writeNumber: Write = (value) => (Number.isFinite(value) ? String(value) : miss());
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Schemas of text with a form, such as an id or a time. The form is not looked at: our own code wrote it. */
const isText = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodString || schema instanceof z.ZodStringFormat || schema instanceof z.ZodTemplateLiteral;

/** Checks of a schema that change the value, such as `trim`. */
const changesValue = ({ _zod }: z.core.$ZodType): boolean =>
  (_zod.def.checks ?? []).some((check) => check._zod.def.check === 'overwrite');

function ofObject({ shape }: z.ZodObject): Write {
  const fields = Object.entries(shape).map(([name, schema]) => ({ name, head: `${text(name)}:`, write: writerOf(schema) }));
  return (value) => {
    if (!isRecord(value)) return miss();
    let written = '';
    for (const { name, head, write } of fields) {
      const one = write(value[name]);
      if (one !== undefined) written += written === '' ? head + one : `,${head}${one}`;
    }
    return `{${written}}`;
  };
}

function ofRecord({ keyType, valueType, def }: z.ZodRecord): Write {
  const write = writerOf(valueType);
  const known = keyType._zod.values;
  // Every key that the schema lists has to be there, in its order.
  const listed = known && !('partial' in def && def.partial === true) ? [...known].map(String) : null;
  return (value) => {
    if (!isRecord(value)) return miss();
    const keys = Object.keys(value);
    if (listed ? keys.length !== listed.length : known && !keys.every((key) => known.has(key))) return miss();
    const entries = (listed ?? keys).flatMap((key) => {
      const one = write(value[key]);
      return one === undefined ? [] : `${text(key)}:${one}`;
    });
    return `{${entries.join(',')}}`;
  };
}

function ofValues({ _zod }: z.ZodEnum | z.ZodLiteral): Write {
  const written = new Map<unknown, string>([..._zod.values].map((value) => [value, JSON.stringify(value)]));
  return (value) => written.get(value) ?? miss();
}

/** Whatever is not written out here, the schema does by itself. */
function writerOf(schema: z.core.$ZodType): Write {
  if (changesValue(schema)) return (value) => JSON.stringify(z.encode(schema, value));
  if (schema instanceof z.ZodObject && schema.def.catchall === undefined) return ofObject(schema);
  if (isText(schema)) return writeText;
  if (schema instanceof z.ZodBoolean) return writeBoolean;
  if (schema instanceof z.ZodNumber) return writeNumber;
  if (schema instanceof z.ZodUnknown) return (value) => JSON.stringify(value);
  if (schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral) return ofValues(schema);
  if (schema instanceof z.ZodRecord) return ofRecord(schema);
  if (schema instanceof z.ZodNullable) {
    const write = writerOf(schema.def.innerType);
    return (value) => (value === null ? 'null' : write(value));
  }
  if (schema instanceof z.ZodOptional) {
    const write = writerOf(schema.def.innerType);
    return (value) => (value === undefined ? undefined : write(value));
  }
  if (schema instanceof z.ZodArray) {
    const write = writerOf(schema.def.element);
    return (value) => (Array.isArray(value) ? `[${value.map((one) => write(one) ?? 'null').join(',')}]` : miss());
  }
  if (schema instanceof z.ZodUnion && schema.options.every((one) => isText(one) || one instanceof z.ZodEnum)) return writeText;
  return (value) => JSON.stringify(z.encode(schema, value));
}

/** {@link writeAnswers} for one schema. */
function writerFor(route: Parameters<typeof writeAnswers>[0]): (data: unknown) => string {
  const careful = serializerCompiler(route);
  let write: Write | null = null;
  return (data) => {
    // Made at the first answer: a start would make hundreds of them.
    write ??= writerOf(route.schema);
    try {
      return write(data) ?? careful(data);
    } catch {
      return careful(data);
    }
  };
}

/**
 * Writes answers as `fastify-type-provider-zod` does, byte for byte, in about half of the time: types and known keys are looked at, forms
 * of texts and bounds of numbers are not. What is not of its type is given to the schema, which refuses it.
 */
export const writeAnswers: FastifySerializerCompiler<z.ZodType> = (route) => writerFor(route);

/** Writes answers whose `data` several requests share, and nobody changes: once for all of them. Nothing else of them may differ. */
export function writeShared(route: Parameters<typeof writeAnswers>[0]): <A extends { data: object }>(answer: A) => Buffer {
  const write = writerFor(route);
  const written = new WeakMap<object, Buffer>();
  return (answer) => {
    const known = written.get(answer.data);
    if (known) return known;
    const bytes = Buffer.from(write(answer));
    written.set(answer.data, bytes);
    return bytes;
  };
}
