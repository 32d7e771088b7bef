import type { Retention, RetentionPreview } from '@clearframe/contract';
import { sql } from 'drizzle-orm';
import { readRetentionMax } from '../settings/retention-max.ts';
import { chosenDays } from './choose-days.ts';
import { type RetainContext, within } from './days.ts';
import { cutoffsOf, type Judged, judgeAge } from './judge-age.ts';
import { latest, PAGE, pageOf } from './retain-account.ts';

/** Objects of items and what they hold. Copies outside of a pack have sizes that nobody wrote down. */
async function measure({ db }: Pick<RetainContext, 'db'>, ids: readonly string[]): Promise<{ files: number; bytes: number }> {
  const { rows } = await db.execute<{ files: string | null; bytes: string | null }>(sql`
    select sum((select count(distinct key) from unnest(array[m.object_key, m.display_key, m.thumbnail_key, m.small_key]) key)) as files,
      sum(coalesce((select sum((part.value ->> 1)::bigint) from jsonb_each(m.pack -> 'parts') part), m.file_size_bytes)) as bytes
    from media m where m.id = any(${sql.param([...ids])}::uuid[])`);
  return { files: Number(rows[0]?.files ?? 0), bytes: Number(rows[0]?.bytes ?? 0) };
}

/** Counts what a run would remove now if the account kept these days. It changes nothing, and holds no lock. */
export async function previewRetention(context: RetainContext, accountId: string, given: Retention): Promise<RetentionPreview> {
  const { clock, config, db } = context;
  const days = within({ ...chosenDays(given), logsDays: null }, await readRetentionMax(db, config));
  const cutoffs = { ...cutoffsOf(days, clock.now()), logs: null };
  const found: RetentionPreview = { items: 0, files: 0, bytes: 0, results: 0 };
  const before = latest(cutoffs);
  if (before === null) return found;
  for (let last: Judged | undefined; ; ) {
    const { which, order } = pageOf(accountId, before, last);
    const items = await judgeAge(db, accountId, cutoffs, which, order);
    const due = items.filter(({ isDue }) => isDue).map(({ id }) => id);
    const { files, bytes } = await measure(context, due);
    found.items += due.length;
    found.files += files;
    found.bytes += bytes;
    found.results += items.filter(({ isDue, hasDueResults }) => hasDueResults && !isDue).length;
    last = items.at(-1);
    if (items.length < PAGE) return found;
  }
}
