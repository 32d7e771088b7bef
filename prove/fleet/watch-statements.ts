import type { Fleet } from './fleet.ts';

/** What was said of items and their jobs: a statement that found nothing to change has 0 rows. */
export type Statement = { kind: 'settle' | 'complete' | 'fail' | 'hand-back'; rows: number };

/** By their texts: the database does not know what a statement is for. */
const kindOfJob = `case
  when tg_op = 'DELETE' and said like '%ANY($2::uuid[])%' then 'fail'
  when said like '%retry_limit = retry_limit + 1%' then 'hand-back'
  when said like '%state = ''completed''%' then 'complete' end`;

const noteOf = (table: string, kind: string, rows: string) => `
  create function proof_note_${table}() returns trigger language plpgsql as $note$
  declare
    said text := current_query();
    its_kind text := ${kind};
  begin
    if its_kind is not null then
      insert into public.proof_statement (kind, rows, others)
        select its_kind, count(*) filter (where ${rows}), count(*) filter (where not (${rows})) from before;
    end if;
    return null;
  end $note$`;

/** A trigger of a statement is run where no row is touched, too. */
const install = [
  `create table proof_statement
    (at timestamptz not null default clock_timestamp(), kind text not null, rows int not null, others int not null)`,
  noteOf('job', kindOfJob, `name like 'moderate-%'`),
  noteOf('media', `case when said like '%"state" = %' then 'settle' end`, 'true'),
  ...['job', 'job_common'].flatMap((table) =>
    ['update', 'delete'].map(
      (event) => `create trigger proof_${event} after ${event} on pgboss.${table} referencing old table as before
        for each statement execute function proof_note_job()`,
    ),
  ),
  `create trigger proof_update after update on media referencing old table as before
    for each statement execute function proof_note_media()`,
];

/** Has the database write down, from now on, every statement that ends an analysis. @returns reads those since that moment */
export async function watchStatements({ pool }: Pick<Fleet, 'pool'>) {
  for (const statement of install) await pool.query(statement);
  return {
    /** The database's time. */
    async now(): Promise<string> {
      const { rows } = await pool.query<{ now: string }>('select clock_timestamp()::text as now');
      return rows[0]?.now ?? '';
    },
    async since(moment: string): Promise<Statement[]> {
      const { rows } = await pool.query<Statement>('select kind, rows from proof_statement where at >= $1 and others = 0', [
        moment,
      ]);
      return rows;
    },
  };
}
