import { setTimeout as sleep } from 'node:timers/promises';
import { ClearframeError, createClient } from '@clearframe/sdk';
import { uploadUntilTaken } from './upload-until-taken.ts';

/** A GET that is repeated. */
type Reading = { path: string; headers: Record<string, string> };

type LoadOptions = {
  baseUrl: string;
  fetch: typeof fetch;
  /** One lane of uploads for each. */
  tokens: readonly string[];
  /** Before the number of each Idempotency-Key. */
  name: string;
  readings: readonly Reading[];
  /** Items are failed by hand, too. Each is told, so how many were has to be known: not where requests may fail. */
  decides?: boolean;
};

/** People and programs that use an installation without a pause. */
export type Load = {
  /** Uploads that were acknowledged. */
  ids: readonly string[];
  /** Items that were failed by hand, and whose hooks are told of that. */
  decided: readonly string[];
  /** Items that were judged, and of which no copy was shown. */
  bare: readonly string[];
  /** Until so many more uploads were acknowledged. */
  uploaded(count: number): Promise<void>;
  /** Ends it in order. */
  stop(): Promise<void>;
};

const readEveryMs = 50;
const decideEveryMs = 400;

/** Uploads that wait for their verdict and others that do not, lists, items, and decisions on items that were judged. */
export function startLoad({ baseUrl, fetch: ask, tokens, name, readings, decides = true }: LoadOptions): Load {
  const ids: string[] = [];
  const decided: string[] = [];
  const bare: string[] = [];
  let isOver = false;
  const lanes = tokens.map((token) => ({ client: createClient({ baseUrl, token, fetch: ask }), taken: Array.of<string>() }));
  const uploads = lanes.map(async ({ client, taken }, lane) => {
    for (let n = 0; !isOver; n += 1) {
      const id = await uploadUntilTaken(client, `${name}-${lane}-${n}`, { waitMs: n % 2 === 0 ? 0 : 5_000 });
      for (const list of [ids, taken]) list.push(id);
    }
  });
  /** Counted where it is asked. */
  const read = async (path: string, headers: Record<string, string> = {}): Promise<void> => {
    const { pathname, search } = new URL(path, baseUrl);
    await ask(new URL(pathname + search, baseUrl), { headers }).then(
      (answer) => answer.arrayBuffer(),
      () => undefined,
    );
  };
  const readOn = async (): Promise<void> => {
    for (let n = 0; !isOver && readings.length > 0; n += 1) {
      const one = readings[n % readings.length];
      if (one) await read(one.path, one.headers);
      await sleep(readEveryMs);
    }
  };
  /** Each account decides on its own items, one after the other, once they are judged. */
  const decide = async ({ client, taken }: (typeof lanes)[number]): Promise<void> => {
    for (let n = 0; !isOver; ) {
      await sleep(decideEveryMs);
      const id = taken[n];
      if (id === undefined) continue;
      try {
        const { moderation, processing, signedDisplayUrl: copy } = await client.getMedia(id);
        if (moderation === null || processing) continue;
        n += 1;
        if (copy === null) bare.push(id);
        else await read(copy);
        await client.failMedia(id, { note: 'by the proof' });
        decided.push(id);
      } catch (error) {
        // It was counted where it was asked.
        if (!(error instanceof ClearframeError)) throw error;
      }
    }
  };
  const running = Promise.all([...uploads, readOn(), ...(decides ? lanes.map(decide) : [])]);
  return {
    ids,
    decided,
    bare,
    async uploaded(count) {
      const until = ids.length + count;
      while (ids.length < until) await Promise.race([sleep(100), running]);
    },
    async stop() {
      isOver = true;
      await running;
    },
  };
}
