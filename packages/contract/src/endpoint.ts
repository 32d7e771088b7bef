import { z } from 'zod';
import type { Action } from './team/permissions.ts';
import type { TokenScope } from './tokens/tokens.ts';

/** Who may call: anyone, a signed-in person (cookie), or a bearer of an API token. */
export type Access = 'public' | 'session' | 'token';

/** A call of a signed-in person names what it does and one of a token its scope, so that none is open to all by being forgotten. */
type Admission =
  | { access: 'public' }
  | { access: 'token'; scope: TokenScope }
  /** `operator`: only for whoever runs the installation. `monitor`: for the bearer of `OPERATOR_TOKEN`, too. */
  | { access: 'session'; action: Action; operator?: true; monitor?: true };

export type Endpoint = Admission & {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  /** Takes an Idempotency-Key and answers 202 (also without a multipart body). */
  keyed?: true;
  /** Behind a page of ours for people outside. Programs have a call of their own, so the OpenAPI document leaves it out. */
  ownPage?: true;
  /** Answers 202 when the work goes on after the answer, as what takes a key does. */
  later?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** JSON body; 'multipart' is an upload, read part by part by its route; 'file' a form with one file in the field `file`. */
  body?: z.ZodObject | 'multipart' | 'file';
  /** What `data` of a success holds. */
  data: z.ZodType;
};

export type EndpointTable = Record<string, Endpoint>;

export const Id = z.object({ id: z.uuid() });
export const nothing = z.null();

type Part<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends z.ZodObject
  ? Record<K, z.input<E[K]>>
  : Record<never, never>;
type QueryPart<E extends Endpoint> = E['query'] extends z.ZodObject ? { query?: z.input<E['query']> } : Record<never, never>;

/** What a caller passes to that endpoint; multipart bodies are sent by other means. */
export type EndpointInput<E extends Endpoint> = Part<E, 'params'> & QueryPart<E> & Part<E, 'body'>;

/** What `data` of a success of that endpoint holds. */
export type EndpointData<E extends Endpoint> = z.output<E['data']>;

/** `data` of an answer when it has the shape that the endpoint promises, else undefined. */
export function readData<E extends Endpoint>(endpoint: E, data: unknown): EndpointData<E> | undefined {
  const schema: E['data'] = endpoint.data;
  return z.safeParse(schema, data).data;
}
