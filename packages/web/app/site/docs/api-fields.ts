import { z } from 'zod';

/** A field as the reference lists it: `video.seconds`, `items[].url`. */
export type ReferenceField = { name: string; kind: string; required: boolean; text: string };

/** JSON Schema, as far as the document uses it. */
const Schema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).default([]),
  /** false after the items of a tuple. */
  items: z.unknown().optional(),
  prefixItems: z.array(z.unknown()).optional(),
  description: z.string().default(''),
  format: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  maxLength: z.number().optional(),
  default: z.unknown().optional(),
});
type Schema = z.infer<typeof Schema>;

const formats: Record<string, string> = { uuid: 'UUID', 'date-time': 'time in UTC', date: 'day', email: 'mail address' };
/** What zod writes for "any integer". */
const farthest = Number.MAX_SAFE_INTEGER;

function rangeOf({ minimum, maximum }: Schema): string {
  const [low, high] = [minimum === -farthest ? undefined : minimum, maximum === farthest ? undefined : maximum];
  if (low !== undefined && high !== undefined) return ` ${low} to ${high}`;
  return low === undefined ? '' : `, at least ${low}`;
}

/** A schema that also allows null, without that; the others as they are. */
function withoutNull(schema: Schema): { inner: Schema; orNull: boolean } {
  const choices = (schema.anyOf ?? []).map((each) => Schema.parse(each));
  const [only, ...more] = choices.filter(({ type }) => type !== 'null');
  if (only && more.length === 0 && choices.length > 1) return { inner: only, orNull: true };
  if (!Array.isArray(schema.type)) return { inner: schema, orNull: false };
  const types = schema.type.filter((type) => type !== 'null');
  return { inner: { ...schema, type: types.length === 1 ? types[0] : types }, orNull: types.length < schema.type.length };
}

function listKind({ prefixItems, items, maxItems }: Schema): string {
  const kinds = new Set((prefixItems ?? []).map((each) => kindOf(Schema.parse(each))));
  if (prefixItems) return `${prefixItems.length} × ${[...kinds].join(' or ')}`;
  return `list of ${kindOf(Schema.parse(items ?? {}))}${maxItems ? `, at most ${maxItems}` : ''}`;
}

function plainKind(schema: Schema): string {
  if (schema.$ref) return schema.$ref.replace('#/components/schemas/', '');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(', ');
  if (schema.type === 'array') return listKind(schema);
  if (schema.type === 'integer' || schema.type === 'number') return `${schema.type}${rangeOf(schema)}`;
  if (schema.type === 'string') {
    const format = formats[schema.format ?? ''] ?? 'string';
    return schema.maxLength && format === 'string' ? `string, at most ${schema.maxLength} characters` : format;
  }
  if (schema.anyOf) return schema.anyOf.map((each) => kindOf(Schema.parse(each))).join(' or ');
  return typeof schema.type === 'string' ? schema.type : 'any JSON';
}

function kindOf(schema: Schema): string {
  const { inner, orNull } = withoutNull(schema);
  return `${plainKind(inner)}${orNull ? ', or null' : ''}`;
}

/** What stands in an object or in the items of a list, that the fields of it are listed too. */
function partsOf(schema: Schema): { inner: Schema; suffix: string } | null {
  const { inner } = withoutNull(schema);
  if (inner.properties) return { inner, suffix: '.' };
  if (inner.type !== 'array' || typeof inner.items !== 'object') return null;
  const item = withoutNull(Schema.parse(inner.items)).inner;
  return item.properties ? { inner: item, suffix: '[].' } : null;
}

/** Fields of an object and of the objects in it; an object with a name of its own is left to its own section. */
export function fieldsOf(given: unknown, prefix = ''): ReferenceField[] {
  const { properties = {}, required } = Schema.parse(given);
  return Object.entries(properties).flatMap(([name, value]) => {
    const schema = Schema.parse(value);
    const standard = schema.default === undefined ? '' : `Default: ${JSON.stringify(schema.default)}.`;
    const text = [schema.description, standard].filter((part) => part !== '').join('. ');
    const own = { name: `${prefix}${name}`, kind: kindOf(schema), required: required.includes(name), text };
    const parts = partsOf(schema);
    return [own, ...(parts ? fieldsOf(parts.inner, `${prefix}${name}${parts.suffix}`) : [])];
  });
}
