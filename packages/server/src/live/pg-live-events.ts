import { EventEmitter } from 'node:events';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { clientConfig, type Db } from '../db/client.ts';
import { CHANNEL, Wire } from './channel.ts';
import type { LiveEvents } from './live-events.ts';

export type PgLiveEventsOptions = {
  db: Db;
  /** Address of the database, for the one connection that listens. */
  url: string;
  onError?: (error: unknown) => void;
  /** How often the connection is asked whether it still hears, and how long it may take to answer. */
  pingEveryMs?: number;
  pingMs?: number;
};

const RECONNECT_MS = 500;
const PING_EVERY_MS = 10_000;
const PING_MS = 5_000;
/** Beside the account ids, which are UUIDs. */
const MISSED = 'missed';
const endOf = (sessionId: string) => `end of ${sessionId}`;

/**
 * One connection a process listens for all its subscribers; it is made for the first of them and made again when it breaks.
 * Processes that only publish hold none. A connection whose other end vanished ends by itself after hours only, and one to a primary
 * that was demoted never: so it is asked.
 */
export function createPgLiveEvents(options: PgLiveEventsOptions): LiveEvents {
  const { db, url, onError, pingEveryMs = PING_EVERY_MS, pingMs = PING_MS } = options;
  const subscribers = new EventEmitter().setMaxListeners(0);
  let client: pg.Client | null = null;
  let again: NodeJS.Timeout | null = null;
  let ping: NodeJS.Timeout | null = null;
  let isClosed = false;
  let hasMissed = false;
  let isListening = false;
  /** Resolved while `isListening`; who waits through a broken connection waits for the next one. */
  let listening = Promise.withResolvers<void>();

  function deliver(payload: string | undefined): void {
    try {
      const wire = Wire.parse(JSON.parse(payload ?? ''));
      if ('ended' in wire) subscribers.emit(endOf(wire.ended));
      else subscribers.emit(wire.accountId, wire.event);
    } catch (error) {
      onError?.(error);
    }
  }

  function reconnect(broken: pg.Client): void {
    if (client !== broken) return;
    client = null;
    if (ping) clearTimeout(ping);
    if (isListening) {
      listening = Promise.withResolvers();
      isListening = false;
      hasMissed = true;
    }
    if (!isClosed) again = setTimeout(listen, RECONNECT_MS).unref();
  }

  /** The connection is of no use: another takes its place. */
  function giveUp(broken: pg.Client, error: unknown): void {
    onError?.(error);
    reconnect(broken);
    broken.end().catch(() => undefined);
  }

  function pingLater(asked: pg.Client): void {
    if (client !== asked || isClosed) return;
    ping = setTimeout(async () => {
      try {
        const { rows } = await asked.query<{ transaction_read_only: string }>('show transaction_read_only');
        if (rows[0]?.transaction_read_only === 'on') throw new Error('The database is read-only: nothing is announced there');
        pingLater(asked);
      } catch (error) {
        if (client === asked && !isClosed) giveUp(asked, error);
      }
    }, pingEveryMs).unref();
  }

  function listen(): void {
    if (client || isClosed) return;
    const made = new pg.Client(clientConfig({ url, name: 'clearframe live', statementMs: pingMs }));
    client = made;
    made.on('notification', ({ payload }) => deliver(payload));
    made.on('end', () => reconnect(made));
    made.on('error', (error) => giveUp(made, error));
    made
      .connect()
      .then(() => made.query(`listen ${CHANNEL}`))
      .then(() => {
        isListening = true;
        listening.resolve();
        if (hasMissed) subscribers.emit(MISSED);
        hasMissed = false;
        pingLater(made);
      })
      .catch((error: unknown) => giveUp(made, error));
  }

  return {
    async publish(announcements, tx) {
      const payloads = announcements.map((announcement) => sql`pg_notify(${CHANNEL}, ${JSON.stringify(announcement)})`);
      await (tx ?? db).execute(sql`select ${sql.join(payloads, sql`, `)}`);
    },
    subscribe(accountId, listener, onMissed) {
      subscribers.on(accountId, listener);
      if (onMissed) subscribers.on(MISSED, onMissed);
      listen();
      return () => {
        subscribers.off(accountId, listener);
        if (onMissed) subscribers.off(MISSED, onMissed);
      };
    },
    onSessionEnd(sessionId, listener) {
      subscribers.on(endOf(sessionId), listener);
      return () => subscribers.off(endOf(sessionId), listener);
    },
    listening() {
      listen();
      return listening.promise;
    },
    async close() {
      isClosed = true;
      listening.resolve();
      if (again) clearTimeout(again);
      if (ping) clearTimeout(ping);
      subscribers.removeAllListeners();
      await client?.end().catch(() => undefined);
    },
  };
}
