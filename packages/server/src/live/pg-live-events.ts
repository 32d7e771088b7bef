import { EventEmitter } from 'node:events';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import type { Listener } from '../db/listener.ts';
import { CHANNEL, DUE_CHANNEL, Wire } from './channel.ts';
import type { LiveEvents } from './live-events.ts';
import { createRecentEvents } from './recent-events.ts';

export type PgLiveEventsOptions = { db: Db; listener: Listener; onError?: (error: unknown) => void };

/** Beside the account ids, which are UUIDs. */
const MISSED = 'missed';
const endOf = (sessionId: string) => `end of ${sessionId}`;

/** Listens for all subscribers of this process, from the first of them on. Processes that only publish do not. */
export function createPgLiveEvents({ db, listener, onError }: PgLiveEventsOptions): LiveEvents {
  const subscribers = new EventEmitter().setMaxListeners(0);
  const recent = createRecentEvents();
  /** Who waits through a broken connection waits for the next one. */
  let listening = Promise.withResolvers<void>();
  let stop: (() => void) | null = null;
  let isClosed = false;

  function onPayload(payload: string): void {
    try {
      const wire = Wire.parse(JSON.parse(payload));
      if ('ended' in wire) subscribers.emit(endOf(wire.ended));
      else {
        recent.note(wire);
        subscribers.emit(wire.accountId, wire.event);
      }
    } catch (error) {
      onError?.(error);
    }
  }

  function listen(): void {
    if (isClosed) return;
    stop ??= listener.hear(CHANNEL, {
      onPayload,
      onListening(isAgain) {
        recent.begin();
        listening.resolve();
        if (isAgain) subscribers.emit(MISSED);
      },
      onSilence() {
        recent.end();
        listening = Promise.withResolvers();
      },
    });
  }

  const notices: LiveEvents['notices'] = (announcements) => {
    const told = announcements.map((announcement) => sql`pg_notify(${CHANNEL}, ${JSON.stringify(announcement)})`);
    return sql.join(told, sql`, `);
  };
  const dueNotice = () => sql`pg_notify(${DUE_CHANNEL}, '')`;
  return {
    notices,
    async publish(announcements, tx) {
      await (tx ?? db).execute(sql`select ${notices(announcements)}`);
    },
    subscribe(accountId, onEvent, onMissed) {
      subscribers.on(accountId, onEvent);
      if (onMissed) subscribers.on(MISSED, onMissed);
      listen();
      return () => {
        subscribers.off(accountId, onEvent);
        if (onMissed) subscribers.off(MISSED, onMissed);
      };
    },
    recent: recent.of,
    onSessionEnd(sessionId, onEnd) {
      subscribers.on(endOf(sessionId), onEnd);
      return () => subscribers.off(endOf(sessionId), onEnd);
    },
    dueNotice,
    async tellDue(tx) {
      await tx.execute(sql`select ${dueNotice()}`);
    },
    onDue: (onDue) => listener.hear(DUE_CHANNEL, { onPayload: onDue, onListening: onDue }),
    listening() {
      listen();
      return listening.promise;
    },
    async close() {
      isClosed = true;
      listening.resolve();
      subscribers.removeAllListeners();
      stop?.();
    },
  };
}
