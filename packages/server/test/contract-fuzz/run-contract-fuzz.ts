import { type Endpoint, ErrorAnswer, endpoints, errorTable } from '@clearframe/contract';
import fc from 'fast-check';
import { z } from 'zod';
import { type File, type Generated, type Operation, operationsOf, requestsOf } from './requests.ts';
import type { Ids } from './values.ts';

type Sent = { method: Operation['method']; url: string; headers: Record<string, string>; payload: Uint8Array | null };
type Answered = { status: number; headers: Record<string, unknown>; text: string };
/** Cookies of a session, and a bearer token of the same account. */
type Credentials = { cookie: string; token: string };

export type FuzzTarget = {
  send(request: Sent): Promise<Answered>;
  /** A person of their own, with frames. Asked for again when a request ended the session. */
  newPerson(): Promise<Credentials>;
  files: readonly File[];
};

export type FuzzOutcome = {
  requests: number;
  /** Answers by status. */
  statuses: Record<string, number>;
  /** Operations that succeeded at least once. */
  succeeded: Set<string>;
  operations: number;
  /** One line each: what should not have been, and the request that shows it. */
  faults: string[];
};

/** What is wrong, by kind and with the request that shows it. */
type Fault = { kind: string; text: string };

/** How often one request is made simpler, at most. */
const shrinksMax = 100;

/** Failures that an answer may name: they say what this server does not do. */
const sayable = new Set<string>(
  Object.values<{ status: number; message: string }>(errorTable)
    .filter(({ status }) => status === 501 || status === 503)
    .map(({ message }) => message),
);
const uuid = /"[\w]*id":"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"/g;
/** Seeds beside each other begin alike. */
const seedOf = (n: number): number => Math.imul(n ^ (n >>> 15), 0x9e3779b1);

/** `/v1/media/{id}` and `/media/{id}`: media. */
const nounOf = (path: string): string => path.replace('/v1', '').replace('/upload', '/media').split('/')[1] ?? '';

/** Remembers the newest ids of an answer. */
function keep(ids: Ids, text: string): void {
  for (const [, id] of text.matchAll(uuid)) if (id && !ids.includes(id)) ids.push(id);
  ids.splice(0, Math.max(0, ids.length - 30));
}

const Refusal = z.strictObject(ErrorAnswer.shape);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether the contract refuses what was sent; false also where only the route can say. */
function isRefusable({ body, query }: Generated, endpoint: Endpoint): boolean {
  const single = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, queryText(value)]));
  if (endpoint.query && !endpoint.query.safeParse(single).success) return true;
  if (!(endpoint.body instanceof z.ZodType)) return false;
  if (body.kind === 'json') return !endpoint.body.safeParse(parsed(JSON.stringify(body.value))).success;
  return body.kind === 'text';
}

const queryText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();

/** What is wrong with an answer, or null. */
function faultOf(
  operation: Operation,
  request: Generated,
  { status, headers, text }: Answered,
  shapes: Map<string, z.ZodType>,
): string | null {
  const body = parsed(text);
  if (headers['x-request-id'] === undefined) return 'no X-Request-Id';
  if (status < 300) {
    const schema = operation.answers[String(status)];
    if (!schema) return `the document knows no ${status}`;
    const key = `${operation.name} ${status}`;
    const shape = shapes.get(key) ?? z.fromJSONSchema(z.record(z.string(), z.unknown()).parse(schema));
    shapes.set(key, shape);
    const { error } = shape.safeParse(body);
    if (error) return `an answer of another shape: ${z.prettifyError(error).slice(0, 200)}`;
    return isRefusable(request, operation.endpoint) ? 'took what the contract refuses' : null;
  }
  const refusal = Refusal.safeParse(body);
  if (!refusal.success) return 'no envelope';
  if (status >= 500 && !sayable.has(refusal.data.message)) return 'a failure';
  return operation.refusals.includes(String(status)) ? null : `the document knows no ${status}`;
}

async function bytesOf(body: Generated['body']): Promise<{ headers: Record<string, string>; payload: Uint8Array | null }> {
  if (body.kind === 'none') return { headers: {}, payload: null };
  if (body.kind === 'form') {
    const form = new FormData();
    for (const [name, value] of Object.entries(body.fields)) {
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, new Blob([new Uint8Array(value.bytes)]), value.name);
    }
    const encoded = new Response(form);
    const type = encoded.headers.get('content-type') ?? '';
    return { headers: { 'content-type': type }, payload: new Uint8Array(await encoded.arrayBuffer()) };
  }
  const text = body.kind === 'text' ? body.text : (JSON.stringify(body.value) ?? 'null');
  return { headers: { 'content-type': 'application/json' }, payload: new TextEncoder().encode(text) };
}

function proofOf({ access }: Endpoint, { cookie, token }: Credentials): Record<string, string> {
  if (access === 'token') return { authorization: `Bearer ${token}` };
  return { cookie, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
}

/**
 * Calls every operation of `/api/openapi.json` in turn, with right and wrong values made of its schemas.
 * The same seed makes the same requests, but for the ids that the server gave.
 */
export async function runContractFuzz(
  target: FuzzTarget,
  { requests, seed }: { requests: number; seed: number },
): Promise<FuzzOutcome> {
  const { text } = await target.send({ method: 'GET', url: '/api/openapi.json', headers: {}, payload: null });
  const operations = operationsOf(parsed(text), endpoints);
  const known = new Map<string, Ids>(operations.map(({ path }) => [nounOf(path), []]));
  const idsOf = ({ path }: Operation): Ids => known.get(nounOf(path)) ?? [];
  const arbitraries = operations.map((operation) => requestsOf(operation, idsOf(operation), target.files));
  const shapes = new Map<string, z.ZodType>();
  const outcome: FuzzOutcome = { requests, statuses: {}, succeeded: new Set(), operations: operations.length, faults: [] };
  let person = await target.newPerson();

  /** Sends a request as somebody who may. @returns what is wrong with its answer, or null */
  async function call(operation: Operation, request: Generated): Promise<Fault | null> {
    const { headers, payload } = await bytesOf(request.body);
    const query = new URLSearchParams(
      Object.entries(request.query).map(([name, value]): [string, string] => [name, queryText(value)]),
    ).toString();
    const url = `/api${request.path}${query === '' ? '' : `?${query}`}`;
    const send = () => {
      const proof = proofOf(operation.endpoint, person);
      return target.send({ method: operation.method, url, headers: { ...request.headers, ...headers, ...proof }, payload });
    };
    let answer = await send();
    if (answer.status === 401 && operation.endpoint.access !== 'public') {
      person = await target.newPerson();
      // What there was belongs to somebody else now.
      for (const list of known.values()) list.length = 0;
      answer = await send();
    }
    outcome.statuses[answer.status] = (outcome.statuses[answer.status] ?? 0) + 1;
    if (answer.status < 300) outcome.succeeded.add(operation.name);
    if (answer.status < 300) keep(idsOf(operation), answer.text);
    const kind = faultOf(operation, request, answer, shapes);
    const said = `${answer.status} ${answer.text.slice(0, 200)}`;
    return kind === null
      ? null
      : { kind, text: `${kind}: ${operation.method} ${url} ${JSON.stringify(request.body).slice(0, 400)} → ${said}` };
  }

  /** Sends one request; where that shows a fault, then simpler ones that show the same. @throws what hindered the sending itself */
  async function faultsOf(operation: Operation, arbitrary: fc.Arbitrary<Generated>, seedOfOne: number): Promise<string[]> {
    const found: Fault[] = [];
    const hindered: unknown[] = [];
    const property = fc.asyncProperty(fc.limitShrink(arbitrary, shrinksMax), async (request) => {
      if (hindered.length > 0) return true;
      const fault = await call(operation, request).catch((error: unknown) => {
        hindered.push(error);
        return null;
      });
      if (!fault || (found[0] && found[0].kind !== fault.kind)) return true;
      found.push(fault);
      return false;
    });
    await fc.check(property, { seed: seedOfOne, numRuns: 1 });
    if (hindered.length > 0) throw hindered[0];
    const [first, ...simpler] = found;
    if (!first) return [];
    const simplest = simpler.at(-1);
    return [simplest ? `${first.text}; the simplest like it: ${simplest.text}` : first.text];
  }

  for (let n = 0; n < requests; n += 1) {
    const operation = operations[n % operations.length];
    const arbitrary = arbitraries[n % operations.length];
    // A session that ends with every round would have nothing to act on.
    if (operation?.name === 'logout' && n % 20 !== 0) continue;
    if (!operation || !arbitrary) throw new Error('nothing was generated');
    const faults = await faultsOf(operation, arbitrary, seedOf(seed + n));
    outcome.faults.push(...faults.map((fault) => `${fault} (n ${n})`));
  }
  return outcome;
}
