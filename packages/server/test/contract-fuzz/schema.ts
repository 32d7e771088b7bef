import { z } from 'zod';

/** JSON Schema, as far as our document uses it. */
export const Schema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  get anyOf(): z.ZodOptional<z.ZodArray<z.ZodType<Schema>>> {
    return z.array(Schema).optional();
  },
  get oneOf(): z.ZodOptional<z.ZodArray<z.ZodType<Schema>>> {
    return z.array(Schema).optional();
  },
  get properties(): z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodType<Schema>>> {
    return z.record(z.string(), Schema).optional();
  },
  required: z.array(z.string()).optional(),
  /** false after the items of a tuple. */
  get items(): z.ZodOptional<z.ZodUnion<readonly [z.ZodType<Schema>, z.ZodBoolean]>> {
    return z.union([Schema, z.boolean()]).optional();
  },
  get prefixItems(): z.ZodOptional<z.ZodArray<z.ZodType<Schema>>> {
    return z.array(Schema).optional();
  },
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  pattern: z.string().optional(),
  format: z.string().optional(),
});
export type Schema = {
  [key: string]: unknown;
  $ref?: string | undefined;
  type?: string | string[] | undefined;
  const?: unknown;
  enum?: unknown[] | undefined;
  anyOf?: Schema[] | undefined;
  oneOf?: Schema[] | undefined;
  properties?: Record<string, Schema> | undefined;
  required?: string[] | undefined;
  items?: Schema | boolean | undefined;
  prefixItems?: Schema[] | undefined;
  minItems?: number | undefined;
  maxItems?: number | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  pattern?: string | undefined;
  format?: string | undefined;
};
export type Components = Record<string, Schema>;

const Json = z.record(z.string(), z.unknown());

/** The schema with every pointer to a component replaced by it; none points to itself. */
export function resolved(value: unknown, components: Components): unknown {
  if (Array.isArray(value)) return value.map((one) => resolved(one, components));
  if (value === null || typeof value !== 'object') return value;
  const { $ref } = Json.parse(value);
  if (typeof $ref === 'string') return resolved(components[$ref.replace('#/components/schemas/', '')], components);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolved(inner, components)]));
}
