import { type Endpoint, endpoints, type OpenApiDocument } from '@clearframe/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Built, build } from './helpers/build.ts';
import { routesOf } from './helpers/routes-of.ts';
import { createUploader, file, picture, quickExaminer, runQueuedModeration, type Uploader } from './helpers/uploads.ts';

let built: Built;
let person: Uploader;
let document: OpenApiDocument;
beforeAll(async () => {
  built = await build();
  person = await createUploader(built);
  await runQueuedModeration(built, quickExaminer);
  document = (await built.app.inject({ url: '/api/openapi.json' })).json<OpenApiDocument>();
});
afterAll(() => built.close());

const Json = z.record(z.string(), z.unknown());
const Parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  schema: Json,
});
/** What OpenAPI 3.1.0 says of an operation, as far as we use it. */
const Operation = z.strictObject({
  operationId: z.string().regex(/^\w+$/),
  tags: z.array(z.string()).min(1),
  summary: z.string().regex(/^[A-Z].*[^.]$/),
  description: z.string().optional(),
  security: z.array(z.partialRecord(z.enum(['token', 'session']), z.array(z.never()))),
  parameters: z.array(Parameter.loose()).optional(),
  requestBody: z.strictObject({ required: z.boolean(), content: Json }).optional(),
  responses: z.record(
    z.string().regex(/^([2-5]\d\d|default)$/),
    z.strictObject({ description: z.string().min(1), content: Json, headers: Json.optional() }),
  ),
});

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation: Operation.parse(operation) })),
  );

/** Every `$ref` of the document. */
function refsOf(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === '$ref' ? [String(inner)] : refsOf(inner)));
}

/** The schema with every pointer to a component replaced by it; none points to itself. */
function resolved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolved);
  if (value === null || typeof value !== 'object') return value;
  const { $ref } = Json.parse(value);
  if (typeof $ref === 'string') return resolved(document.components.schemas[$ref.replace('#/components/schemas/', '')]);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolved(inner)]));
}

describe('GET /api/openapi.json', () => {
  it('API-05 is OpenAPI 3.1 with everything that its pointers name', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: expect.any(String), version: expect.any(String) },
      servers: [{ url: 'http://localhost:3000/api' }],
    });
    const names = operations().map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
    const refs = refsOf(document);
    expect(refs).toContain('#/components/schemas/MediaUpload');
    for (const ref of refs) {
      expect(ref).toMatch(/^#\/components\/schemas\/\w+$/);
      expect(document.components.schemas).toHaveProperty(ref.replace('#/components/schemas/', ''));
    }
  });

  it('API-03 has no two paths that one address would fit', () => {
    const paths = Object.keys(document.paths).map((path) => path.split('/'));
    const meets = (one = '', other = '') => one === other || one.startsWith('{') || other.startsWith('{');
    // A path that is whole where the other has a value comes first; only both ways at once are unclear.
    const both = paths.flatMap((path, at) =>
      paths
        .slice(at + 1)
        .filter((other) => other.length === path.length && path.every((part, place) => meets(part, other[place])))
        .filter((other) => path.some((part, place) => part.startsWith('{') && !other[place]?.startsWith('{')))
        .filter((other) => path.some((part, place) => !part.startsWith('{') && other[place]?.startsWith('{')))
        .map((other) => `${path.join('/')} and ${other.join('/')}`),
    );
    expect(both).toEqual([]);
  });

  it('API-01 lists every endpoint of the table but those of a page alone, with what it takes and who may call it', () => {
    const listed = operations().filter(({ operation }) => !operation.tags.includes('Doors'));
    const table = Object.entries<Endpoint>(endpoints).filter(([, { ownPage }]) => !ownPage);
    expect(listed.map(({ operation }) => operation.operationId).toSorted()).toEqual(table.map(([name]) => name).toSorted());
    for (const [name, endpoint] of table) {
      const found = listed.find(({ operation }) => operation.operationId === name);
      expect(`${found?.method} ${found?.path.replace(/\{(\w+)\}/g, ':$1')}`).toBe(
        `${endpoint.method.toLowerCase()} ${endpoint.path}`,
      );
      const inPath = found?.operation.parameters
        ?.filter((parameter) => parameter.in === 'path')
        .map((parameter) => parameter.name);
      expect(inPath ?? [], name).toEqual([...endpoint.path.matchAll(/:(\w+)/g)].map(([, part]) => part));
      expect(found?.operation.security).toEqual(endpoint.access === 'public' ? [] : [{ [endpoint.access]: [] }]);
      expect(found?.operation.requestBody !== undefined).toBe(endpoint.body !== undefined);
      if (endpoint.access === 'token') expect(found?.operation.summary, name).toMatch(/\w/);
    }
  });

  it('API-01 answers each endpoint of the table', () => {
    const known = new Set(routesOf(built.app).map(({ method, url }) => `${method} ${url}`));
    const table = Object.entries<Endpoint>(endpoints);
    const missing = table.filter(([, { method, path }]) => !known.has(`${method} /api${path}`)).map(([name]) => name);
    expect(missing).toEqual([]);
  });

  it('API-05 lists the refusals that come before any route: late, too large, in a strange encoding, while the server stops', () => {
    for (const { operation } of operations()) {
      for (const status of ['400', '408', '415', '429', '431', '500', '503'])
        expect(Object.keys(operation.responses), operation.operationId).toContain(status);
    }
  });

  it('API-03 says where the answer comes before the work is done', () => {
    const later = operations().filter(({ operation }) => operation.responses['202']);
    expect(later.map(({ operation }) => operation.operationId).toSorted()).toEqual([
      'apiCreateBatch',
      'apiEraseAuthor',
      'apiExportAuthor',
      'apiUpload',
      'eraseAuthor',
      'exportAudit',
      'exportAuthor',
      'reanalyseMedia',
      'reportTransparency',
      'resendDelivery',
      'resendFailed',
      'sendTransparency',
      'startBulkRun',
      'tryPicture',
      'undoBulkRun',
      'uploadMedia',
    ]);
  });

  it('API-03 promises what the server answers', async () => {
    const uploaded = await person.apiUpload({ media: file(picture('formats/pears.png')), metadata: '{"a":1}' });
    const headers = { authorization: `Bearer ${person.token}` };
    const answers = {
      '/v1/upload': uploaded,
      '/v1/media': await built.app.inject({ url: '/api/v1/media', headers }),
      '/v1/usage': await built.app.inject({ url: '/api/v1/usage', headers }),
    };
    for (const [path, answer] of Object.entries(answers)) {
      expect(answer.statusCode, path).toBe(200);
      const found = operations().find((one) => one.path === path && one.operation.responses['200']);
      const content = z
        .object({ 'application/json': z.object({ schema: Json }) })
        .parse(found?.operation.responses['200']?.content);
      const schema = z.fromJSONSchema(Json.parse(resolved(content['application/json'].schema)));
      expect(schema.safeParse(answer.json()).error, path).toBeUndefined();
      expect(schema.safeParse({ status: 'success', data: {} }).success, path).toBe(false);
    }
  });
});
