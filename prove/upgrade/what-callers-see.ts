import { createHash } from 'node:crypto';
import { endpoints } from '@clearframe/contract';
import { createClient } from '@clearframe/sdk';
import { z } from 'zod';
import type { Settled } from './settle-old.ts';

/** What an account is shown, as text that can be compared: addresses left out, because each answer signs them anew. */
export type Seen = { items: Map<string, string>; files: Map<string, string>; subscription: string };

const hashOf = (bytes: ArrayBuffer): string => createHash('sha256').update(new Uint8Array(bytes)).digest('hex');
/** An address of the item, or what a hook heard of it meanwhile. */
const isPassing = (name: string): boolean => /url$|^webhook/i.test(name);

/** Asks for each item, its files and the plan of an account. */
export async function lookAt(baseUrl: string, { token, cookie, ids }: Settled): Promise<Seen> {
  const client = createClient({ baseUrl, token });
  const seen: Seen = { items: new Map(), files: new Map(), subscription: '' };
  for (const id of ids) {
    const item = await client.getMedia(id);
    seen.items.set(id, JSON.stringify(Object.entries(item).filter(([name]) => !isPassing(name))));
    for (const [size, url] of Object.entries(z.record(z.string(), z.unknown()).parse(item))) {
      if (!/^signed/.test(size) || typeof url !== 'string') continue;
      const { pathname, search } = new URL(url, baseUrl);
      const answer = await fetch(new URL(pathname + search, baseUrl));
      seen.files.set(`${id} ${size}`, `${answer.status} ${hashOf(await answer.arrayBuffer())}`);
    }
  }
  const answer = await fetch(new URL('/api/subscriptions/current', baseUrl), { headers: { cookie } });
  const { data } = z.object({ data: endpoints.currentSubscription.data }).parse(await answer.json());
  seen.subscription = JSON.stringify(data.subscription);
  return seen;
}

/** How many of these have another value there. */
export const countChanged = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): number =>
  [...before].filter(([key, value]) => after.get(key) !== value).length;
