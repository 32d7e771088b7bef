import { z } from 'zod';
import type { Person } from '../e2e/person.ts';
import type { UsedServer } from '../e2e/server.ts';

/** How long the whole answer took, in ms. */
export type Answer = { ms: number; status: number };
export type Call = (path: string, options?: { method?: string; body?: object | FormData; token?: string }) => Promise<Answer>;

/**
 * Asks as that person and says how long the whole answer took. A session lives for a quarter of an hour: whoever hears 401 renews it and
 * asks again, and others that hear it meanwhile wait for the same renewal.
 */
export function callAs(server: Pick<UsedServer, 'url'>, person: Pick<Person, 'cookie' | 'get'>): Call {
  let renewing: Promise<unknown> | null = null;
  const renew = (): Promise<unknown> => {
    renewing ??= person.get('/users/me', z.unknown()).finally(() => {
      renewing = null;
    });
    return renewing;
  };
  return async (path, { method, body, token } = {}) => {
    const ask = async (): Promise<Answer> => {
      const from = performance.now();
      const answer = await fetch(`${server.url}/api${path}`, {
        method: method ?? (body ? 'POST' : 'GET'),
        headers: {
          ...(token === undefined ? { cookie: person.cookie() } : { authorization: `Bearer ${token}` }),
          ...(body && !(body instanceof FormData) ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: body instanceof FormData ? body : JSON.stringify(body) } : {}),
      });
      await answer.arrayBuffer();
      return { ms: Math.round(performance.now() - from), status: answer.status };
    };
    const used = person.cookie();
    const first = await ask();
    if (first.status !== 401 || token !== undefined) return first;
    // Another caller may have renewed it by now.
    if (person.cookie() === used) await renew();
    return await ask();
  };
}
