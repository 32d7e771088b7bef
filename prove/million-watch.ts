import { setTimeout as sleep } from 'node:timers/promises';
import { createDb } from '../packages/server/src/db/client.ts';

/** The longest of its kind that was seen, and what it was. */
type Longest = { ms: number; what: string; blockedBy?: string };
export type Watched = { statement: Longest; wait: Longest };

const askEveryMs = 20;

/** A statement, short enough for a line. */
const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 110);

const question = `select 'statement' as kind, query, null as blocked_by,
    (extract(epoch from clock_timestamp() - query_start) * 1000)::float8 as ms
  from pg_stat_activity
  where state = 'active' and backend_type = 'client backend' and pid <> pg_backend_pid() and datname = current_database()
    and query not ilike 'listen %' and application_name <> 'million fill'
  union all
  select 'wait', a.query, (select left(query, 200) from pg_stat_activity where pid = any(pg_blocking_pids(a.pid)) limit 1),
    (extract(epoch from clock_timestamp() - l.waitstart) * 1000)::float8
  from pg_locks l join pg_stat_activity a using (pid) where not l.granted and l.waitstart is not null`;

/** Looks again and again at what runs and at who waits for a lock; each call of `since` answers for the time since the one before. */
export async function watchDatabase(url: string) {
  const { pool, close } = createDb({ url, patient: true, max: 1, name: 'million watch' });
  const none = (): Watched => ({ statement: { ms: 0, what: '' }, wait: { ms: 0, what: '' } });
  let seen = none();
  let isOver = false;
  const look = async (): Promise<void> => {
    while (!isOver) {
      const { rows } = await pool.query<{ kind: keyof Watched; query: string; blocked_by: string | null; ms: number }>(question);
      for (const { kind, query, blocked_by, ms } of rows)
        if (ms > seen[kind].ms)
          seen[kind] = {
            ms: Math.round(ms),
            what: short(query),
            ...(blocked_by === null ? {} : { blockedBy: short(blocked_by) }),
          };
      await sleep(askEveryMs);
    }
  };
  const looking = look();
  return {
    since(): Watched {
      const before = seen;
      seen = none();
      return before;
    },
    async close() {
      isOver = true;
      await looking;
      await close();
    },
  };
}
