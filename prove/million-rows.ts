import type { DbHandle } from '../packages/server/src/db/client.ts';

/** Who owns how many of the items. */
export type Share = {
  items: number;
  accountId: string;
  /** Uploads what no token does, together with the other people. */
  people: readonly string[];
  tokenId: string | null;
  webhookId: string | null;
};

/** Items are spread over a year. Ids carried no time until this long ago. */
const daysOfV7 = 90;
/** Bodies are kept for a week; these are a little older, so that the sweep has some to empty. */
const daysOfBodies = 10;

/** A UUID of version 7 for a moment, as `security/new-id.ts` makes it. */
const v7Of = (at: string) => `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7'
  || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid`;
const idOf = (at: string) => `case when ${at} > now() - interval '${daysOfV7} days' then ${v7Of(at)} else gen_random_uuid() end`;

/** One author has 1 of 10 items, 500 others have as many together, in turns of a hundred items. */
const authors = `
  insert into author (account_id, external_id, first_seen_at, last_seen_at)
  select $1::uuid, 'author-' || n, now() - interval '365 days', now() from generate_series(0, 500) n returning id, external_id`;

/** 7 of 10 by the API where there is a token; 1 of 20 flagged, 1 of 50 not checked, 1 of 100 to review, 1 of 100 a video. */
const items = `
  insert into media (id, account_id, created_by, access_token_id, source, filename, original_filename, title, caption, tags, kind,
    mime_type, file_size_bytes, width, height, object_key, metadata_free, state, moderation_flagged, needs_review, sampled,
    moderation_checked_at, author_id, created_at)
  select ${idOf('at')}, $1::uuid, case when by_api then null else ($2::uuid[])[1 + n % cardinality($2::uuid[])] end,
    case when by_api then $3::uuid end, case when by_api then 'api' else 'dashboard' end, n || '.webp', 'picture-' || n || '.webp',
    'boat ' || n || case when n % 1000 = 7 then ' keel' else '' end, 'A caption of item ' || md5(n::text), array['tag-' || n % 40],
    case when n % 100 = 9 then 'mp4' else 'webp' end, case when n % 100 = 9 then 'video/mp4' else 'image/webp' end, 60000, 800, 600,
    'made/' || $1::uuid || '/' || n, true, case when n % 50 = 1 then 'failed' else 'done' end,
    case when n % 50 = 1 then null else n % 20 = 0 end, n % 100 = 3, n % 100 = 5, at,
    case n / 100 % 10 when 0 then ($5::uuid[])[1] when 1 then ($5::uuid[])[2 + (n + n / 1000) % 500] end, at
  from (select n, now() - n * interval '365 days' / $4::int as at, $3::uuid is not null and n % 10 < 7 as by_api
    from generate_series(1, $4::int) n) item`;

const ofAccount = "from media m where m.account_id = $1::uuid and m.object_key like 'made/%'";

/** What follows from an item when it is analysed, told and decided. Results are copies of a real one. */
const rest: { name: string; sql: string; needs: readonly ('template' | 'period' | 'webhook' | 'person')[] }[] = [
  {
    name: 'analysis',
    needs: ['template'],
    sql: `insert into analysis (id, media_id, attempt, analysis, moderation, created_at)
      select ${idOf('m.created_at')}, m.id, 1, real.analysis, real.moderation, m.created_at
      from media m cross join (select analysis, moderation from analysis where media_id = $2::uuid) real
      where m.account_id = $1::uuid and m.object_key like 'made/%' and m.state = 'done'`,
  },
  {
    name: 'media_second',
    needs: [],
    sql: `insert into media_second (media_id, second, scores, flagged, needs_review)
      select m.id, second, '{"nudity": 0.01, "gore": 0.02, "violence": 0.03}', false, false
      from media m, generate_series(0, 19) second
      where m.account_id = $1::uuid and m.object_key like 'made/%' and m.mime_type = 'video/mp4'`,
  },
  {
    name: 'machine_verdict',
    needs: [],
    sql: `insert into machine_verdict (media_id, attempt, account_id, outcome, categories, by_keywords, analysis_version,
        policy_version, newest, sample_permille, sampled, at)
      select m.id, 1, $1::uuid, case when m.moderation_flagged then 'flagged' when m.needs_review then 'review' else 'safe' end,
        case when m.moderation_flagged then '{nudity}'::text[] else '{}' end, false, 'analyser-1', 'default-1', true, 10, m.sampled,
        m.created_at
      ${ofAccount} and m.state = 'done'`,
  },
  {
    name: 'decision',
    needs: ['person'],
    sql: `insert into decision (media_id, account_id, attempt, user_id, "from", "to", strikes, at)
      select m.id, $1::uuid, 1, $2::uuid, true, fails, fails, m.created_at + interval '1 hour'
      from (select *, hashtext(id::text) % 2 = 0 as fails ${ofAccount} and m.moderation_flagged) m`,
  },
  {
    name: 'usage_entry (reserve)',
    needs: ['period'],
    sql: `insert into usage_entry (period_id, media_id, attempt, kind, frames, created_at)
      select $2::uuid, m.id, 1, 'reserve', 1, m.created_at ${ofAccount}`,
  },
  {
    name: 'usage_entry (commit)',
    needs: ['period'],
    sql: `insert into usage_entry (period_id, media_id, attempt, kind, frames, reason, created_at)
      select $2::uuid, m.id, 1, case when m.state = 'done' then 'commit' else 'release' end, case when m.state = 'done' then 1 else 0 end,
        null, m.created_at ${ofAccount}`,
  },
  {
    name: 'delivery',
    needs: ['webhook'],
    sql: `insert into delivery (id, account_id, webhook_id, media_id, verdict_attempt, event, body, state, attempts, accepted_at,
        next_attempt_at, begun_at, last_attempt_at, last_status, created_at, finished_at)
      select ${idOf('m.created_at')}, $1::uuid, $2::uuid, m.id, 1, 'moderation.completed',
        case when m.created_at > now() - interval '${daysOfBodies} days' then repeat(md5(m.id::text), 80) end,
        case when n % 100 = 0 then 'failed' else 'delivered' end, case when n % 100 = 0 then 4 else 1 end,
        case when n % 100 = 0 then null else m.created_at end, m.created_at, m.created_at, m.created_at,
        case when n % 100 = 0 then 500 else 204 end, m.created_at, m.created_at
      from (select *, row_number() over () n ${ofAccount} and m.state = 'done') m`,
  },
  {
    name: 'delivery_attempt',
    needs: [],
    sql: `insert into delivery_attempt (delivery_id, number, at, duration_ms, status)
      select d.id, number, d.created_at, 50, d.last_status
      from delivery d, generate_series(1, d.attempts) number where d.account_id = $1::uuid and d.attempts > 0
      on conflict do nothing`,
  },
];

/** The sums that triggers would have written, folded as the sweep leaves them. */
const sums = [
  `insert into media_tally (account_id, day, state, delta)
    select account_id, (created_at at time zone 'UTC')::date, media_tally_state(moderation_flagged, needs_review, sampled), count(*)
    from media where object_key like 'made/%' group by 1, 2, 3`,
  // The months and the authors are counted by the sweep, as after an upgrade.
  `insert into media_uncounted select distinct account_id from media where object_key like 'made/%' on conflict do nothing`,
  `insert into author_uncounted select distinct account_id from media where object_key like 'made/%' on conflict do nothing`,
  `insert into usage_tally (account_id, period_id, day, source, token_id, frames)
    select m.account_id, e.period_id, (e.created_at at time zone 'UTC')::date, m.source, m.access_token_id, sum(e.frames)
    from usage_entry e join media m on m.id = e.media_id where m.object_key like 'made/%' and e.kind = 'commit' and e.frames > 0
    group by 1, 2, 3, 4, 5 on conflict do nothing`,
  `update usage_period p set used = used + made.frames, allowance = allowance + made.frames
    from (select period_id, sum(e.frames) frames from usage_entry e join media m on m.id = e.media_id
      where m.object_key like 'made/%' and e.kind = 'commit' group by 1) made where made.period_id = p.id`,
];

const filled = [
  'media',
  'analysis',
  'media_second',
  'machine_verdict',
  'decision',
  'usage_entry',
  'delivery',
  'delivery_attempt',
];

/** Indexes that refuse nothing: made again afterwards, those of parts too, which is faster by far than row by row. */
const plainIndexes = `select indexrelid::regclass::text as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as sql
  from pg_index
  join pg_class t on t.oid = indrelid
  where t.relname = any($1) and not indisunique and t.relnamespace = 'public'::regnamespace and not t.relispartition`;

/**
 * Fills the tables with items and all that follows from one, in the proportions of a busy account that tells a webhook.
 * @param template an item that was really analysed
 */
export async function fillMillion(
  pool: DbHandle['pool'],
  { shares, template, print }: { shares: readonly Share[]; template: string; print: (line: string) => void },
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0; set lock_timeout = 0; set maintenance_work_mem = '512MB'");
    const { rows: indexes } = await client.query<{ name: string; sql: string }>(plainIndexes, [filled]);
    await client.query('begin');
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    for (const table of ['media', 'usage_entry']) await client.query(`alter table ${table} disable trigger user`);
    for (const { items: count, accountId, people, tokenId, webhookId } of shares) {
      const { rows: periods } = await client.query<{ id: string }>(
        'select id from usage_period where account_id = $1::uuid limit 1',
        [accountId],
      );
      const values = { template, period: periods[0]?.id ?? null, webhook: webhookId, person: people[0] ?? null };
      const { rows: made } = await client.query<{ id: string; external_id: string }>(authors, [accountId]);
      const busyFirst = made.toSorted(
        (one, other) => Number(other.external_id === 'author-0') - Number(one.external_id === 'author-0'),
      );
      await client.query(items, [accountId, people, tokenId, count, busyFirst.map(({ id }) => id)]);
      await client.query('analyze media');
      for (const { name, sql, needs } of rest) {
        const given = needs.map((need) => values[need]);
        if (given.includes(null)) continue;
        const from = performance.now();
        const { rowCount } = await client.query(sql, [accountId, ...given]);
        print(`  ${rowCount} rows of ${name} in ${Math.round((performance.now() - from) / 1000)} s`);
      }
    }
    for (const sql of sums) await client.query(sql);
    for (const table of ['media', 'usage_entry']) await client.query(`alter table ${table} enable trigger user`);
    await client.query('commit');
    for (const { sql } of indexes) await client.query(sql);
    await client.query('vacuum analyze');
  } finally {
    client.release(true);
  }
}
