import { openApiDocument } from '@clearframe/contract';
import { z } from 'zod';
import { fieldsOf, type ReferenceField } from './api-fields.ts';
import { answerOf, type CallAnswer, type CallProgram, callOrder, programsOf } from './call-examples.server.ts';

export type ReferenceCall = {
  id: string;
  summary: string;
  /** Of the scopes of a token. */
  note: string;
  /** Such as `GET /api/v1/media/{id}`. */
  endpoint: string;
  parameters: ReferenceField[];
  /** null = takes none. */
  body: { type: string; fields: ReferenceField[] } | null;
  /** What `data` of a success holds. */
  data: ReferenceField[];
  statuses: { status: string; description: string; headers: string[] }[];
  /** What sends it, in each language. */
  programs: CallProgram[];
  /** What the server answered when the examples were last recorded. */
  answer: CallAnswer | null;
};
export type ReferenceObject = { name: string; fields: ReferenceField[] };
export type ApiReference = {
  /** What the programs of all calls begin with. */
  setup: CallProgram[];
  calls: ReferenceCall[];
  objects: ReferenceObject[];
  /** Each status once. It says the same of every call. */
  statuses: ReferenceCall['statuses'];
};

const Content = z.record(z.string(), z.object({ schema: z.unknown() }));
const Operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string().default(''),
  description: z.string().default(''),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.string(),
        required: z.boolean(),
        description: z.string().optional(),
        schema: z.record(z.string(), z.unknown()),
      }),
    )
    .default([]),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(
    z.string(),
    z.object({ description: z.string(), content: Content, headers: z.record(z.string(), z.unknown()).default({}) }),
  ),
});
const Success = z.object({ properties: z.object({ data: z.unknown() }) });

function callOf(method: string, path: string, given: unknown): ReferenceCall[] {
  const { operationId, tags, summary, description, parameters, requestBody, responses } = Operation.parse(given);
  if (!tags.includes('External API')) return [];
  const [body] = Object.entries(requestBody?.content ?? {});
  const success = Success.parse(responses['200']?.content['application/json']?.schema);
  return [
    {
      id: operationId,
      summary,
      note: description.replaceAll('`', ''),
      endpoint: `${method.toUpperCase()} /api${path}`,
      parameters: parameters.flatMap(({ name, in: place, required, description = '', schema }) =>
        fieldsOf({ properties: { [name]: { description, ...schema } }, required: required ? [name] : [] }).map((field) => ({
          ...field,
          kind: `${place}, ${field.kind}`,
        })),
      ),
      body: body ? { type: body[0], fields: fieldsOf(body[1].schema) } : null,
      data: fieldsOf(success.properties.data),
      statuses: Object.entries(responses).map(([status, answer]) => ({
        status: status === 'default' ? 'other' : status,
        description: answer.description,
        headers: Object.keys(answer.headers),
      })),
      programs: programsOf(operationId),
      answer: answerOf(operationId),
    },
  ];
}

let reference: ApiReference | undefined;

/** The calls that take a token, of the very document that `/api/openapi.json` answers. Every docs page names them, so it is drawn once. */
export function apiReference(): ApiReference {
  reference ??= drawReference();
  return reference;
}

function drawReference(): ApiReference {
  const { paths, components } = openApiDocument('');
  const calls = Object.entries(paths)
    .flatMap(([path, methods]) => Object.entries(methods).flatMap(([method, one]) => callOf(method, path, one)))
    .toSorted((one, other) => callOrder.indexOf(one.id) - callOrder.indexOf(other.id));
  const statuses = new Map(calls.flatMap((call) => call.statuses.map((one) => [one.status, one])));
  return {
    setup: programsOf('setup'),
    calls,
    statuses: [...statuses.values()].toSorted((one, other) => one.status.localeCompare(other.status)),
    objects: Object.entries(components.schemas).map(([name, schema]) => ({ name, fields: fieldsOf(schema) })),
  };
}
