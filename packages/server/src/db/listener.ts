import pg from 'pg';
import { clientConfig } from './connection.ts';

export type ListenerOptions = {
  /** Address of PostgreSQL itself: through a pool nothing is heard, without an error. */
  url: string;
  /** Name under which the connection shows in pg_stat_activity. */
  name?: string;
  onError?: (error: unknown) => void;
  /** Told each time that the connection is lost and made again. */
  onReconnect?: () => void;
  /** How often the connection is asked whether it still hears, and how long it may take to answer. */
  pingEveryMs?: number;
  pingMs?: number;
};

export type Hearer = {
  onPayload(payload: string): void;
  /** From now on everything is heard. @param isAgain after a while in which announcements went past us */
  onListening(isAgain: boolean): void;
  /** Nothing is heard until `onListening`. */
  onSilence?(): void;
};

export type Listener = {
  /** Hears a channel of NOTIFY. Connects when nobody did before. @returns the function that ends it */
  hear(channel: string, hearer: Hearer): () => void;
  close(): Promise<void>;
};

type Heard = Hearer & { hasHeard: boolean; isHearing: boolean };

const RECONNECT_MS = 500;
const PING_EVERY_MS = 10_000;
const PING_MS = 5_000;

/**
 * The one connection of a machine that hears announcements, made again when it breaks. A connection whose other end vanished ends by
 * itself after hours only, and one to a primary that was demoted never: so it is asked.
 */
export function createListener(options: ListenerOptions): Listener {
  const { url, name = 'clearframe listen', onError, pingEveryMs = PING_EVERY_MS, pingMs = PING_MS } = options;
  const hearers = new Map<string, Set<Heard>>();
  let client: pg.Client | null = null;
  let isUp = false;
  let again: NodeJS.Timeout | null = null;
  let ping: NodeJS.Timeout | null = null;
  let isClosed = false;
  let asked: Promise<unknown> = Promise.resolve();

  /** One statement after the other, in the order in which they are asked. */
  function ask<Row extends pg.QueryResultRow>(made: pg.Client, text: string): Promise<pg.QueryResult<Row>> {
    const answer = asked.then(() => made.query<Row>(text));
    asked = answer.catch(() => undefined);
    return answer;
  }

  function reconnect(broken: pg.Client): void {
    if (client !== broken) return;
    client = null;
    isUp = false;
    if (ping) clearTimeout(ping);
    for (const hearer of [...hearers.values()].flatMap((all) => [...all])) {
      if (hearer.isHearing) hearer.onSilence?.();
      hearer.isHearing = false;
    }
    if (isClosed) return;
    options.onReconnect?.();
    again = setTimeout(connect, RECONNECT_MS).unref();
  }

  /** The connection is of no use: another takes its place. */
  function giveUp(broken: pg.Client, error: unknown): void {
    if (client === broken && !isClosed) onError?.(error);
    reconnect(broken);
    broken.end().catch(() => undefined);
  }

  function pingLater(made: pg.Client): void {
    if (client !== made || isClosed) return;
    ping = setTimeout(async () => {
      try {
        const { rows } = await ask<{ transaction_read_only: string }>(made, 'show transaction_read_only');
        if (rows[0]?.transaction_read_only === 'on') throw new Error('The database is read-only: nothing is announced there');
        pingLater(made);
      } catch (error) {
        giveUp(made, error);
      }
    }, pingEveryMs).unref();
  }

  async function listen(made: pg.Client, channel: string): Promise<void> {
    // Whoever comes while this is asked may come after an `unlisten`, and asks for itself.
    const asking = [...(hearers.get(channel) ?? [])];
    await ask(made, `listen ${pg.escapeIdentifier(channel)}`);
    if (client !== made) return;
    for (const hearer of asking) {
      if (hearer.isHearing || !hearers.get(channel)?.has(hearer)) continue;
      const isAgain = hearer.hasHeard;
      Object.assign(hearer, { hasHeard: true, isHearing: true });
      hearer.onListening(isAgain);
    }
  }

  async function start(made: pg.Client): Promise<void> {
    await made.connect();
    // Whoever comes from here on asks for itself; whoever came before is asked for here.
    isUp = client === made;
    for (const channel of [...hearers.keys()]) await listen(made, channel);
    pingLater(made);
  }

  function connect(): void {
    if (client || isClosed || hearers.size === 0) return;
    const made = new pg.Client(clientConfig({ url, name, statementMs: pingMs }));
    client = made;
    asked = Promise.resolve();
    made.on('notification', ({ channel, payload = '' }) => {
      for (const hearer of hearers.get(channel) ?? []) hearer.onPayload(payload);
    });
    made.on('end', () => reconnect(made));
    made.on('error', (error) => giveUp(made, error));
    start(made).catch((error: unknown) => giveUp(made, error));
  }

  return {
    hear(channel, hearer) {
      const own = { ...hearer, hasHeard: false, isHearing: false };
      const all = hearers.get(channel) ?? new Set<Heard>();
      hearers.set(channel, all.add(own));
      const made = client;
      // Asked again where it is heard already: whoever comes is told in its turn, after what was under way.
      if (made && isUp) listen(made, channel).catch((error: unknown) => giveUp(made, error));
      else connect();
      return () => {
        all.delete(own);
        if (all.size > 0 || hearers.get(channel) !== all) return;
        hearers.delete(channel);
        if (client && isUp) ask(client, `unlisten ${pg.escapeIdentifier(channel)}`).catch(() => undefined);
      };
    },
    async close() {
      isClosed = true;
      if (again) clearTimeout(again);
      if (ping) clearTimeout(ping);
      hearers.clear();
      await client?.end().catch(() => undefined);
    },
  };
}
