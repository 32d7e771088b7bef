import type { Endpoint } from '@clearframe/contract';
import fc from 'fast-check';
import { z } from 'zod';
import { type Components, resolved, Schema } from './schema.ts';
import { hostile, type Ids, spoiled, valid } from './values.ts';

/** One call of the document, with what is known about it. */
export type Operation = {
  name: string;
  method: Endpoint['method'];
  /** With `{id}` where its parameters go. */
  path: string;
  endpoint: Endpoint;
  parameters: { name: string; in: string; schema: Schema }[];
  /** Of the JSON body or of the fields of the form; null = none. */
  body: Schema | null;
  /** Of the whole success, by status. */
  answers: Record<string, Schema>;
  /** Statuses of refusals that are listed. */
  refusals: string[];
};

export type File = { bytes: Uint8Array; name: string };
export type Generated = {
  path: string;
  headers: Record<string, string>;
  query: Record<string, unknown>;
  body:
    | { kind: 'none' }
    | { kind: 'text'; text: string }
    | { kind: 'json'; value: unknown }
    | { kind: 'form'; fields: Record<string, string | File> };
};

const Content = z.object({ schema: z.unknown() });
const Listed = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  parameters: z.array(z.object({ name: z.string(), in: z.string(), schema: z.unknown() })).default([]),
  requestBody: z.object({ content: z.record(z.string(), Content) }).optional(),
  responses: z.record(z.string(), z.object({ content: z.record(z.string(), Content) })),
});
const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), Listed)),
  components: z.object({ schemas: z.record(z.string(), Schema) }),
});
const Method = z.enum(['GET', 'POST', 'PATCH', 'DELETE']);

/**
 * Every operation of `/api/openapi.json` but the doors, whose formats are others'. Pointers are resolved.
 * @param table the contract's, by operationId
 */
export function operationsOf(document: unknown, table: Readonly<Record<string, Endpoint>>): Operation[] {
  const { paths, components } = Document.parse(document);
  const read = (schema: unknown, known: Components) => Schema.parse(resolved(schema, known));
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, listed]): Operation[] => {
      if (listed.tags.includes('Doors')) return [];
      const endpoint = table[listed.operationId];
      if (!endpoint) throw new Error(`${listed.operationId} is in the document and not in the table`);
      const [body] = Object.values(listed.requestBody?.content ?? {});
      const answers = Object.entries(listed.responses).filter(([status]) => status.startsWith('2'));
      const operation = {
        refusals: Object.keys(listed.responses).filter((status) => /^[45]\d\d$/.test(status)),
        name: listed.operationId,
        method: Method.parse(method.toUpperCase()),
        path,
        endpoint,
        parameters: listed.parameters.map((one) => ({ ...one, schema: read(one.schema, components.schemas) })),
        body: body ? read(body.schema, components.schemas) : null,
        answers: Object.fromEntries(
          answers.map(([status, { content }]) => [status, read(content['application/json']?.schema, components.schemas)]),
        ),
      };
      return [operation];
    }),
  );
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
/** Neither browsers nor fetch send other characters in a header. */
const headerText = fc.string({ maxLength: 300 }).map((text) => text.replace(/[^\x20-\x7e]/g, '~'));

function partOf(operation: Operation, place: string, ids: Ids): fc.Arbitrary<Record<string, unknown>> {
  const schemas = operation.parameters.filter((one) => one.in === place);
  const each = schemas.map(({ name, schema }): [string, fc.Arbitrary<unknown>] => [
    name,
    fc.oneof({ weight: 9, arbitrary: valid(schema, ids) }, hostile),
  ]);
  return fc.record(Object.fromEntries(each), place === 'path' ? {} : { requiredKeys: [] });
}

function bodyOf({ body, endpoint, method }: Operation, ids: Ids, files: readonly File[]): fc.Arbitrary<Generated['body']> {
  // Nor does fetch send one with GET.
  if (method === 'GET') return fc.constant({ kind: 'none' });
  if (body === null)
    return fc.oneof(
      { weight: 9, arbitrary: fc.constant({ kind: 'none' as const }) },
      fc.constant({ kind: 'json' as const, value: {} }),
    );
  const value = fc.oneof({ weight: 4, arbitrary: valid(body, ids) }, { weight: 4, arbitrary: spoiled(body, ids) }, hostile);
  if (typeof endpoint.body === 'string') {
    const media = fc.oneof({ weight: 3, arbitrary: fc.constantFrom<string | File>(...files) }, hostile.map(asText));
    return fc.tuple(value, media, fc.nat(9)).map(([fields, file, n]) => {
      const texts = Object.entries(typeof fields === 'object' && fields !== null ? fields : {}).map(([name, text]) => [
        name,
        asText(text),
      ]);
      return { kind: 'form' as const, fields: { ...Object.fromEntries(texts), ...(n === 0 ? {} : { media: file }) } };
    });
  }
  return fc.oneof(
    { weight: 12, arbitrary: value.map((json) => ({ kind: 'json' as const, value: json })) },
    fc
      .oneof(fc.string({ unit: 'binary' }), fc.constantFrom('{', '[]', '"', 'null', '{"__proto__":{"a":1}}'))
      .map((text) => ({ kind: 'text' as const, text })),
    fc.constant({ kind: 'none' as const }),
  );
}

/** Requests of one operation: half of them right, the others wrong in one place, or in all. */
export function requestsOf(operation: Operation, ids: Ids, files: readonly File[]): fc.Arbitrary<Generated> {
  const headers = fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    headerText.map((key) => ({ 'idempotency-key': key })),
  );
  return fc
    .tuple(partOf(operation, 'path', ids), partOf(operation, 'query', ids), headers, bodyOf(operation, ids, files))
    .map(([params, query, sent, body]) => {
      const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
        // One or two dots alone would be taken out of the address on the way.
        encodeURIComponent(
          asText(params[name])
            .toWellFormed()
            .replace(/^\.{0,2}$/, 'x'),
        ),
      );
      return { path, query, headers: sent, body };
    });
}
