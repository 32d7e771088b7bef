/**
 * The library sorts by priority, higher first, and then by age. A priority says the job's turn. In the queue of pictures it says also
 * whether the job is a video for a version before this one, which knows no other queue: its workers that are kept for quick jobs leave
 * those alone. Quick jobs have one range, long ones the range below. Jobs of older versions have 1, 0 or -1: they come first, in their
 * own order.
 */
const turnMax = 2 ** 30 - 8;
const first = { quick: -2, long: -2 - turnMax - 1 } as const;
/** Of the quick job that comes last. */
const lowestQuick = first.quick - turnMax;
/** A long job that the version before has put over every quick one, because its turn had come. */
const overdue = 1;
/** Of the long job that comes last. */
const lowest = first.long - turnMax;

/** Turns count seconds from here, so that they fit into the 31 bits of a priority until 2059. */
const epochSeconds = Date.UTC(2026, 0, 1) / 1_000;

/** The library's priority of a job with that turn. */
export function priorityOf(turn: number, isLong: boolean): number {
  return first[isLong ? 'long' : 'quick'] - Math.min(Math.max(0, Math.floor(turn)), turnMax);
}

/** Jobs that stand in one order: those of a queue, or of a range of it. */
type Order = { name: string; base: number; minPriority?: number; maxPriority?: number };
export type Lane = Order & { name: FairJob };

/** Jobs that take their turns among each other, of whichever queue: who takes both kinds takes the one that comes first. */
export type FairJob = 'moderate-media' | 'moderate-video';

/** Jobs that are done when none of the others wait, by the same processes. */
export type BackgroundJob = 'read-writing' | 'read-video';

/**
 * Where the jobs of each kind wait. Videos of the version before this one wait among the pictures: that one may still run, and looks for
 * them there.
 */
export const lanesOf: Readonly<Record<FairJob, readonly Lane[]>> = {
  'moderate-media': [{ name: 'moderate-media', base: first.quick, minPriority: lowestQuick }],
  'moderate-video': [
    { name: 'moderate-video', base: first.quick },
    { name: 'moderate-media', base: first.long, maxPriority: first.long },
  ],
};

type Row = Record<string, unknown>;
type Sql = { executeSql(text: string, values?: unknown[]): Promise<{ rows: Row[] }> };

/** The job that comes first of those that may be taken now; the library's index answers it, however many wait. */
const head = (schema: string, { name, base, minPriority, maxPriority }: Order, states = "state < 'active'") =>
  `select id, created_on, ${base} - priority as turn from ${schema}.job
   where name = '${name}' and ${states} and not blocked and start_after <= ${schema}.job_now()
     and priority between ${minPriority ?? lowest} and ${maxPriority ?? overdue}
   order by priority desc, created_on limit 1`;

/** One that was begun before, and waits again, has a turn that is over: whoever came meanwhile would come before all others with it. */
const neverBegun = "state < 'active' and state = 'created'";

/** Of those that have a turn: what an older version queued, or raised over the others, comes first and says nothing of it. */
const leastTurn = (schema: string, lanes: readonly Order[]) => {
  const heads = lanes.map((lane) => `(${head(schema, { ...lane, maxPriority: lane.base }, neverBegun)})`);
  return `(select min(turn) from (${heads.join(' union all ')}) as heads)`;
};

/**
 * The turn that is on now, as an expression of SQL: that of the job which comes first, else the database's time. Who has nothing waiting
 * gets it, and so comes next, however many jobs of others wait and however slowly they are done: nothing here compares a turn with the
 * hour of the day.
 */
export function turnNow(schema: string, name: FairJob | 'make-display'): string {
  // Large copies stand in an order of their own: an analysis that waits says nothing of them.
  if (name === 'make-display') return `coalesce(${leastTurn(schema, [{ name, base: first.quick }])}, 0)::float8`;
  const beside = name === 'moderate-media' ? 'moderate-video' : 'moderate-media';
  const now = `floor(extract(epoch from ${schema}.job_now()) - ${epochSeconds})`;
  return `coalesce(${leastTurn(schema, lanesOf[name])}, least(${now}, ${leastTurn(schema, lanesOf[beside])}))::float8`;
}

/** So long at most does a kind wait for the other that is taken first. */
const longestWait = "interval '15 minutes'";

/**
 * In which order a process that takes several kinds looks for its next job: by turn, and at the same turn by age. Lanes in which nothing
 * may be taken are left out.
 * @param preferred its jobs come before all others, unless one of these has waited for a quarter of an hour
 */
export async function lanesInTurn(
  sql: Sql,
  schema: string,
  names: readonly FairJob[],
  preferred: FairJob | null,
): Promise<Lane[]> {
  const lanes = names.flatMap((name) => lanesOf[name].map((lane) => ({ lane, waits: preferred !== null && name !== preferred })));
  const heads = lanes.map(
    ({ lane, waits }, n) => `select ${n} as lane, turn, created_on,
      ${waits ? `created_on > ${schema}.job_now() - ${longestWait}` : 'false'} as waits from (${head(schema, lane)}) as head_${n}`,
  );
  const { rows } = await sql.executeSql(`${heads.join(' union all ')} order by waits, turn, created_on`);
  return rows.flatMap((row) => lanes[Number(row.lane)]?.lane ?? []);
}
