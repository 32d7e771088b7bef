import { eq, lt, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { isDatabaseFault } from '../db/database-fault.ts';
import type { Statements } from '../db/kept-place.ts';
import { processRow } from '../db/schema.ts';
import { newId } from '../security/new-id.ts';

/** How often a process says that it is there. */
const beatEveryMs = 5_000;
/** Rows of processes that ended without a word stay for so long, to be seen. */
const keptMinutes = 60;
/** Work that waits for the database at most: what is more times out as if its process had died. */
const waitingMax = 10_000;

export type PresenceOptions = {
  db: Db;
  /** How it says that it is there while requests have every connection of `db`. Default: it waits for one of them. */
  beside?: Statements;
  role: string;
  /** The machine, as people call it. */
  instance: string;
  version: string;
  /** The settings of the installation that it uses. */
  settings?: Record<string, string | null>;
  onError?: (error: unknown) => void;
  /** Told of the database's time, in ms since epoch, and of our own before and after it was asked. */
  onTime?: (databaseMs: number, askedAt: number, answeredAt: number) => void;
  everyMs?: number;
};

export type Presence = {
  /** Names this run of this process, in whatever it claims. */
  readonly id: string;
  /** Does what should have been done already as soon as the database answers again. It may be done twice, and must bear that. */
  whenBack(work: () => Promise<void>): void;
  /** Takes the row back: what this process has claimed is free at once. */
  close(): Promise<void>;
};

/** Puts this process into the table of those that work on the database, and keeps it there. @throws when the database is not there */
export async function startPresence(options: PresenceOptions): Promise<Presence> {
  const { db, beside, role, instance, version, settings, onError, onTime, everyMs = beatEveryMs } = options;
  const id = newId();
  const waiting = new Set<() => Promise<void>>();
  const tell = (error: unknown): void => onError?.(error);
  let timer: NodeJS.Timeout | null = null;
  let beating: Promise<void> = Promise.resolve();
  let catchingUp: Promise<void> | null = null;
  let isClosed = false;

  const beat = async (): Promise<void> => {
    const askedAt = performance.now();
    const saying = db
      .insert(processRow)
      .values({ id, role, instance, version, settings, startedAt: sql`now()`, seenAt: sql`now()` })
      .onConflictDoUpdate({ target: processRow.id, set: { seenAt: sql`now()` } })
      .returning({ ms: sql<string>`extract(epoch from clock_timestamp()) * 1000`.as('ms') });
    const { sql: text, params } = saying.toSQL();
    const [row] = beside ? (await beside.query(text, params)).rows : await saying;
    onTime?.(Number(row?.ms), askedAt, performance.now());
  };
  const doWaiting = async (): Promise<void> => {
    for (const work of waiting) {
      if (isClosed) return;
      try {
        await work();
        waiting.delete(work);
      } catch (error) {
        if (isDatabaseFault(error)) return;
        waiting.delete(work);
        tell(error);
      }
    }
  };
  /** Beside the beats: many requests may have failed with the database, and what they left takes longer than others wait for a beat. */
  const catchUp = (): void => {
    catchingUp ??= doWaiting().finally(() => {
      catchingUp = null;
    });
  };
  const beatLater = (): void => {
    if (isClosed) return;
    timer = setTimeout(() => {
      beating = beat().then(catchUp).catch(tell).then(beatLater);
    }, everyMs).unref();
  };

  await beat();
  await db.delete(processRow).where(lt(processRow.seenAt, sql`now() - ${keptMinutes} * interval '1 minute'`));
  beatLater();
  return {
    id,
    whenBack(work) {
      if (waiting.size < waitingMax) waiting.add(work);
    },
    async close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      await beating;
      await catchingUp;
      await db.delete(processRow).where(eq(processRow.id, id)).catch(tell);
    },
  };
}
