import { z } from 'zod';
import { doorPaths } from './doors/doors-openapi.ts';
import { uploadDoorPaths } from './doors/upload-doors-openapi.ts';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { ErrorAnswer } from './error-answer.ts';
import * as limits from './limits.ts';
import { ApiMediaQuery, ApiPagination } from './media/external-endpoints.ts';
import { MediaUpload } from './media/media.ts';
import { AnalysisMetadata } from './media/moderation.ts';
import { UploadFields } from './media/uploads.ts';
import { ownRefusals } from './own-refusals.ts';
import { summaries } from './summaries.ts';

type Json = Record<string, unknown>;
type Components = Record<string, Json>;

/** An operation without its method; the document has one for each endpoint of the table. */
type Operation = Json & { operationId: string; responses: Json };

export type OpenApiDocument = {
  openapi: '3.1.0';
  info: Json;
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Components; securitySchemes: Json };
};

/** What programs are told of some fields. It stands here, because no page needs it. */
const described = new Map<unknown, string>([
  [
    MediaUpload.shape.signedUrl,
    'Address of the file that was sent, without its metadata (place, time, camera), or of its display copy where they could not be ' +
      'taken out. Null until the analysis has taken them out (ask again once moderationCheckedAt is set), ' +
      'and while the item is withheld. ' +
      'It expires within an hour.',
  ],
  [
    MediaUpload.shape.signedDisplayUrl,
    'Address of the copy that every browser can show: at most 1600 pixels a side. The first request for it may have the copy made. ' +
      'If that takes longer than 10 seconds, or many are asked for at once, the answer is 503 with Retry-After.',
  ],
  [
    AnalysisMetadata.shape.content_credentials,
    'What the file was signed with (C2PA), and what its signer declares: `synthetic` is declared, never detected. `none` means that the ' +
      'file holds no manifest, which says nothing about how it was made. Absent in older results.',
  ],
  [
    ApiMediaQuery.shape.page,
    'Deprecated: send `cursor`. Items that arrive meanwhile move from page to page, and late pages are slow.',
  ],
  [ApiMediaQuery.shape.cursor, '`next_cursor` of the page before, with the same `sort`. Leave `page` out.'],
  [ApiPagination.shape.next_cursor, 'Send it as `cursor` for the items after these; null at the end.'],
]);

/** JSON Schema of a record whose keys are known: programs that are made from it want the keys as fields. */
function asFields(json: z.core.JSONSchema.BaseSchema): void {
  const keys = typeof json.propertyNames === 'object' ? json.propertyNames.enum : undefined;
  const { additionalProperties: value } = json;
  if (!keys || typeof value !== 'object') return;
  json.properties = Object.fromEntries(keys.map((key) => [String(key), value]));
  json.additionalProperties = false;
  delete json.propertyNames;
}

/** A schema as JSON; what has a name of its own goes to the components, and is pointed to from here. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', components: Components): Json {
  const { $schema: _version, ...whole } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const description = described.get(zodSchema);
      if (description !== undefined) jsonSchema.description = description;
      asFields(jsonSchema);
    },
  });
  const moved: Json = JSON.parse(JSON.stringify(whole).replaceAll('"#/$defs/', '"#/components/schemas/'));
  const { $defs, ...json } = moved;
  for (const [name, definition] of Object.entries(z.record(z.string(), z.record(z.string(), z.unknown())).parse($defs ?? {}))) {
    const { id: _name, ...kept } = definition;
    components[name] = kept;
  }
  return json;
}

const Fields = z.object({ properties: z.record(z.string(), z.unknown()) });

/** The fields of an object, each as a parameter of the request. */
function parametersOf(object: z.ZodObject | undefined, place: 'path' | 'query', components: Components): Json[] {
  if (!object) return [];
  const { properties } = Fields.parse(schemaOf(object, 'input', components));
  return Object.entries(properties).map(([name, schema]) => ({ name, in: place, required: place === 'path', schema }));
}

const headers = (names: Record<string, string>) =>
  Object.fromEntries(Object.entries(names).map(([name, description]) => [name, { description, schema: { type: 'string' } }]));
const rateHeaders = { RateLimit: 'What is left of the rate, and for how long', 'RateLimit-Policy': 'The rate' };

const keyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Repeating a request with the same key never uploads or charges twice; kept for 24 hours',
  schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKeyMaxLength },
};

/** Uploads, whatever their body. */
const takesKey = ({ body, keyed }: Endpoint) => body === 'multipart' || keyed === true;

const authorWords = 'Who made it, as JSON: an id of yours, and if you like name, url and created_at';

function uploadForm(components: Components): Json {
  const fields = Fields.parse(schemaOf(UploadFields, 'input', components));
  return {
    type: 'object',
    required: ['media'],
    properties: {
      media: {
        description: 'A file, or an http(s) address of one',
        type: ['string'],
        contentMediaType: 'application/octet-stream',
      },
      ...fields.properties,
      tags: { type: 'string', description: 'Separated by commas' },
      author: { type: 'string', contentMediaType: 'application/json', description: authorWords },
      metadata: {
        type: 'string',
        contentMediaType: 'application/json',
        description: 'JSON of yours, given back with every result',
      },
    },
  };
}

/** GET sends no body, and a page of another site may link to it. */
const changes = ({ method }: Endpoint) => method !== 'GET';
const always = () => true;

/** Status, description, and the calls that it follows for from their form; others say so in {@link ownRefusals}. */
const refusals: [string, string, (endpoint: Endpoint) => boolean][] = [
  ['400', 'A value that is missing, malformed or not acceptable', always],
  ['401', 'No valid proof of who asks', ({ access }) => access !== 'public'],
  ['403', 'Not allowed: scope, role, subscription or frames are missing', (one) => one.access !== 'public' || changes(one)],
  ['404', 'It does not exist, or belongs to another account', ({ params }) => params !== undefined],
  ['408', 'The request took too long to arrive', always],
  ['409', 'Not possible as things are now, or an earlier request with this Idempotency-Key still runs', takesKey],
  ['413', 'Too large', changes],
  ['415', 'A type or an encoding that is not accepted', always],
  ['422', 'The Idempotency-Key was used with another request', takesKey],
  ['429', 'Too often: wait as long as Retry-After says', always],
  ['431', 'The headers are too large', always],
  ['500', 'A failure of the server', always],
  ['503', 'The server is busy or stopping, or cannot do this: try again later', always],
];

/** `<operation> <status>` */
const own = new Set(Object.entries(ownRefusals).flatMap(([name, statuses]) => statuses.map((status) => `${name} ${status}`)));

function responsesOf(operationId: string, endpoint: Endpoint, components: Components): Json {
  const data = schemaOf(endpoint.data, 'output', components);
  const success = {
    type: 'object',
    required: ['status', 'data'],
    properties: { status: { const: 'success' }, data, message: { type: 'string' } },
  };
  const content = { 'application/json': { schema: success } };
  const error = { 'application/json': { schema: { $ref: '#/components/schemas/ErrorAnswer' } } };
  const told = endpoint.access === 'token' ? { headers: headers(rateHeaders) } : {};
  const answers: Json = { '200': { description: 'Success', content, ...told } };
  if (takesKey(endpoint) || endpoint.later) answers['202'] = { description: 'Taken in, and not done yet', content, ...told };
  for (const [status, description, applies] of refusals) {
    if (!applies(endpoint) && !own.has(`${operationId} ${status}`)) continue;
    const more = status === '429' ? { headers: headers({ ...rateHeaders, 'Retry-After': 'Seconds to wait' }) } : {};
    answers[status] = { description, content: error, ...more };
  }
  return { ...answers, default: { description: 'Another refusal', content: error } };
}

const security = { public: [], session: [{ session: [] }], token: [{ token: [] }] };

const fileForm = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
};

function contentOf(body: NonNullable<Endpoint['body']>, components: Components): Json {
  if (body === 'multipart') return { 'multipart/form-data': { schema: uploadForm(components) } };
  if (body === 'file') return { 'multipart/form-data': { schema: fileForm } };
  return { 'application/json': { schema: schemaOf(body, 'input', components) } };
}

/** Forms, and JSON with a field that must be there. */
const needsBody = (body: Endpoint['body']) => typeof body === 'string' || !body?.safeParse({}).success;

/** By the names of `Object.entries`, which are any string. */
const wordsOf: Readonly<Record<string, string>> = summaries;

function operationOf(operationId: string, endpoint: Endpoint, components: Components): Operation {
  const { access, body } = endpoint;
  const parameters = [
    ...parametersOf(endpoint.params, 'path', components),
    ...parametersOf(endpoint.query, 'query', components),
    ...(takesKey(endpoint) ? [keyParameter] : []),
  ];
  const content = body && contentOf(body, components);
  return {
    operationId,
    tags: [access === 'token' ? 'External API' : 'Dashboard'],
    summary: wordsOf[operationId],
    ...(access === 'token' ? { description: `Needs the scope \`${endpoint.scope}\`.` } : {}),
    security: security[access],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(content ? { requestBody: { required: needsBody(body), content } } : {}),
    responses: responsesOf(operationId, endpoint, components),
  };
}

/**
 * OpenAPI 3.1 of every endpoint of the table but those of a page alone, from the very schemas by which the server checks.
 * @param origin where the server is reached, such as https://moderation.example.com
 */
export function openApiDocument(origin: string): OpenApiDocument {
  const schemas: Components = {};
  schemas.ErrorAnswer = schemaOf(ErrorAnswer, 'output', schemas);
  const paths: OpenApiDocument['paths'] = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    if (endpoint.ownPage) continue;
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Clearframe',
      version: '1.0.0',
      description:
        'Programs call /v1 with an API token. The dashboard makes all other calls, with its session. ' +
        '`/healthz` of the server names its version.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `${origin}/api` }],
    tags: [
      { name: 'External API', description: 'For your programs. Send an API token.' },
      {
        name: 'Doors',
        description: 'For software that speaks another protocol. Formats and refusals are those of that protocol.',
      },
      { name: 'Dashboard', description: 'What the dashboard itself calls. May change with it.' },
    ],
    paths: { ...paths, ...doorPaths, ...uploadDoorPaths },
    components: {
      schemas,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'An API token, cf_live_…' },
        session: { type: 'apiKey', in: 'cookie', name: 'access_token' },
      },
    },
  };
}
