import { createDb } from '../packages/server/src/db/client.ts';
import { runningPostgresUrl } from '../packages/server/src/db/embedded-postgres.ts';

/** Each sum that the server keeps, beside the same counted row by row: what one has and the other has not. */
const comparisons: Record<string, { kept: string; counted: string }> = {
  'items by day and verdict': {
    kept: `select account_id, day, state, sum(delta)::int n from media_tally group by 1, 2, 3 having sum(delta) <> 0`,
    counted: `select account_id, (created_at at time zone 'UTC')::date, state, count(*)::int from (
        select account_id, created_at, case when moderation_flagged is null then 'not_checked' when moderation_flagged then 'flagged'
          when needs_review then 'review' when sampled then 'sample' else 'safe' end state from media
        union all select account_id, created_at, 'undecided' from media
          where not decided and (moderation_flagged or needs_review or sampled or state = 'failed')) one group by 1, 2, 3`,
  },
  'items by month, source and verdict': {
    kept: `select account_id, month, source, state, sum(delta)::int n from media_month group by 1, 2, 3, 4 having sum(delta) <> 0`,
    counted: `select account_id, date_trunc('month', created_at at time zone 'UTC')::date, source, state, count(*)::int from (
        select account_id, created_at, source, media_tally_state(moderation_flagged, needs_review, sampled) state from media where kept
        union all select account_id, created_at, source, 'undecided' from media where waiting) one group by 1, 2, 3, 4`,
  },
  'items by author and verdict': {
    kept: `select account_id, author_id, state, sum(delta)::int n from author_tally group by 1, 2, 3 having sum(delta) <> 0`,
    counted: `select account_id, author_id, state, count(*)::int from (
        select account_id, author_id, media_tally_state(moderation_flagged, needs_review, sampled) state from media where kept
        union all select account_id, author_id, 'undecided' from media where waiting) one where author_id is not null group by 1, 2, 3`,
  },
  'frames by period, day and source': {
    kept: `select period_id, day, source, token_id, frames from usage_tally`,
    counted: `select period_id, (e.created_at at time zone 'UTC')::date, m.source, m.access_token_id, sum(frames)::int
      from usage_entry e join media m on m.id = e.media_id where e.kind = 'commit' and e.frames > 0 group by 1, 2, 3, 4`,
  },
  'frames of a period': {
    kept: `select id, used, reserved from usage_period`,
    counted: `select p.id, coalesce(sum(e.frames) filter (where e.kind = 'commit'), 0)::int, 0
      from usage_period p left join usage_entry e on e.period_id = p.id group by 1`,
  },
  'results by kind': {
    kept: `select account_id, outcome, categories, by_keywords, by_match, flagged_by, policy_version, sample_permille, sampled,
      sum(delta)::int n from quality_tally group by 1, 2, 3, 4, 5, 6, 7, 8, 9 having sum(delta) <> 0`,
    counted: `select account_id, outcome, categories, by_keywords, by_match, flagged_by, policy_version, sample_permille, sampled,
      count(*)::int from machine_verdict where newest group by 1, 2, 3, 4, 5, 6, 7, 8, 9`,
  },
};

/** Rows whose moment is not that of the item which they belong to. */
const strangers = `
  select 'charged on another day' what, m.title from usage_entry e join media m on m.id = e.media_id
    where e.kind = 'commit' and (e.created_at at time zone 'UTC')::date <> (m.created_at at time zone 'UTC')::date
  union all select 'judged before it came', m.title from machine_verdict v join media m on m.id = v.media_id where v.at < m.created_at
  union all select 'decided before it came, or later than now', m.title from decision d join media m on m.id = d.media_id
    where d.at < m.created_at or d.at > now()
  union all select 'told before it came', m.title from delivery d join media m on m.id = d.media_id
    where d.state <> 'waiting' and d.created_at < m.created_at
  union all select 'an attempt before its event', m.title from delivery_attempt a join delivery d on d.id = a.delivery_id
    join media m on m.id = d.media_id where d.state <> 'waiting' and a.at < d.created_at`;

/**
 * What is not as it should be in the database of the server that runs on this data directory: sums that differ from their rows, and rows
 * in another moment than their item. Empty = all agrees.
 */
export async function faultsOfSums(dataDir: string): Promise<string[]> {
  const { pool, close } = createDb({ url: runningPostgresUrl(dataDir) ?? '', name: 'journey', max: 1 });
  try {
    const faults: string[] = [];
    for (const [name, { kept, counted }] of Object.entries(comparisons)) {
      const { rows } = await pool.query<{ fault: string }>(
        `select 'kept: ' || row(k)::text fault from ((${kept}) except (${counted})) k
          union all select 'counted: ' || row(c)::text from ((${counted}) except (${kept})) c`,
      );
      faults.push(...rows.map(({ fault }) => `${name}, ${fault}`));
    }
    const { rows } = await pool.query<{ what: string; title: string }>(strangers);
    return [...faults, ...rows.map(({ what, title }) => `${what}: ${title}`)];
  } finally {
    await close();
  }
}
