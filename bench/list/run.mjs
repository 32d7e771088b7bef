/**
 * What lists, filters, counts, searches and claims cost with 1,000 and with 100,000 items of one account, and which index serves each.
 * Run: node bench/list/run.mjs   (a PostgreSQL of its own in a temporary folder)
 * With a million: node bench/list/run.mjs --items=1000000 --desk   (`--desk` leaves measured quality out)
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { countAuthors } from '../../packages/server/src/authors/author-sums.ts';
import { createDb } from '../../packages/server/src/db/client.ts';
import { startEmbeddedPostgres } from '../../packages/server/src/db/embedded-postgres.ts';
import { migrateDatabase } from '../../packages/server/src/db/migrate.ts';
import { claimItem, listClaims } from '../../packages/server/src/moderation/claim/claims.ts';
import { nextItem } from '../../packages/server/src/moderation/claim/next-item.ts';
import { countByStatus } from '../../packages/server/src/moderation/list/count-media.ts';
import { dashboardSummary } from '../../packages/server/src/moderation/list/dashboard-summary.ts';
import { listMedia } from '../../packages/server/src/moderation/list/find-media.ts';
import { countMonths } from '../../packages/server/src/moderation/list/month-sums.ts';
import { mediaNeighbours } from '../../packages/server/src/moderation/list/neighbours.ts';
import { qualityReport } from '../../packages/server/src/quality/report.ts';
import { record } from '../record.mjs';

const { values: given } = parseArgs({ options: { items: { type: 'string', default: '100000' }, desk: { type: 'boolean' } } });
const sizes = [1_000, Number(given.items)];
const rounds = 61;
const blocks = 5;

/**
 * 1 of 20 flagged, 1 of 50 not checked, 1 of 100 to review, 1 of 5 by the API; `keel` is in 1 of 1,000 titles, `mast` in 20 of either
 * account, `boat` in every one.
 */
const seed = (accountId, count) => `
  insert into media (account_id, source, filename, original_filename, title, caption, tags, kind, mime_type, file_size_bytes,
    object_key, state, moderation_flagged, needs_review, moderation_checked_at, waiting, likelihood, margin, created_at)
  select '${accountId}', case when n % 5 = 0 then 'api' else 'dashboard' end, n || '.png', 'picture-' || n || '.png',
    'boat ' || n || case when n % 1000 = 7 then ' keel' else '' end
      || case when n % ${count / 20} = 9 then ' mast' else '' end, 'A caption of item ' || md5(n::text), array['tag-' || n % 40],
    'png', 'image/png', 1000, 'k', 'done', case when n % 50 = 1 then null else n % 20 = 0 end, n % 100 = 3, now(),
    n % 50 <> 1 and n % 20 = 0 or n % 100 = 3, n % 997 / 997.0, n % 499 / 499.0,
    now() - n * interval '1 minute'
  from generate_series(1, ${count}) n`;

/** One author has 1 of 10 items, 500 others have as many together. */
const seedAuthors = (accountId) => `
  with made as (insert into author (account_id, external_id, first_seen_at, last_seen_at)
    select '${accountId}', 'author-' || n, now(), now() from generate_series(0, 500) n returning id, external_id)
  update media set author_id = made.id
  from (select id, row_number() over (order by created_at) nth from media where account_id = '${accountId}') item, made
  where media.id = item.id and nth % 10 < 2 and made.external_id = 'author-' || case nth % 10 when 0 then 0 else 1 + nth / 10 % 500 end`;

/** What the analysis said of each item that is checked, and what a person said of 1 of 5 (of which 1 of 13 the opposite). */
const seedVerdicts = (accountId) => `
  insert into machine_verdict (media_id, attempt, account_id, outcome, categories, by_keywords, analysis_version, policy_version,
    newest, sample_permille, sampled, at)
  select id, 1, account_id, case when moderation_flagged then 'flagged' when needs_review then 'review' else 'safe' end,
    case when moderation_flagged then array[(array['nudity', 'gore', 'violence', 'drugs'])[1 + nth % 4]] else '{}' end, false,
    'analyser-' || nth % 3, 'default-1', true, 20, not moderation_flagged and not needs_review and nth % 50 = 0, created_at
  from (select *, row_number() over (order by created_at) nth from media where account_id = '${accountId}') item
  where moderation_flagged is not null`;
const seedDecisions = (accountId) => `
  insert into decision (media_id, account_id, attempt, "from", "to", at)
  select id, account_id, 1, moderation_flagged, moderation_flagged <> (nth % 13 = 0), created_at
  from (select *, row_number() over (order by created_at) nth from media where account_id = '${accountId}'
    and moderation_flagged is not null) item where nth % 5 = 0 or nth % 250 = 1`;

/** What triggers would have written of each row, one by one. */
const sums = [
  'update media set decided = true, waiting = false where id in (select media_id from decision)',
  `insert into media_tally (account_id, day, state, delta)
    select account_id, (created_at at time zone 'UTC')::date, media_tally_state(moderation_flagged, needs_review, sampled), count(*)
    from media group by 1, 2, 3`,
  `insert into media_tally (account_id, day, state, delta)
    select account_id, (created_at at time zone 'UTC')::date, 'undecided', count(*) from media where waiting group by 1, 2`,
  'insert into media_uncounted select id from account',
  'insert into author_uncounted select id from account',
];

/** Two people of the account, of whom the second looks at 50 items. */
const seedPeople = (accountId) => `
  with person as (insert into "user" (name, email, email_key, password_hash)
    select 'Person ' || n, n || '@${accountId}', n || '@${accountId}', 'x' from generate_series(1, 2) n returning id, name),
  member as (insert into membership (account_id, user_id, role) select '${accountId}', id, 'moderator' from person)
  insert into claim (id, media_id, account_id, user_id, expires_at)
  select gen_random_uuid(), item.id, '${accountId}', person.id, now() + interval '1 day'
  from person, (select id from media where account_id = '${accountId}' and waiting order by created_at desc limit 50) item
  where person.name = 'Person 2'`;

const page = { page: 1, limit: 12, sort: 'newest' };
const calls = {
  list: (context, caller) => listMedia(context, caller, page),
  'list, oldest first': (context, caller) => listMedia(context, caller, { ...page, sort: 'oldest' }),
  'list, page 50': (context, caller) => listMedia(context, caller, { ...page, page: 50 }),
  'filter flagged': (context, caller) => listMedia(context, caller, { ...page, status: 'flagged' }),
  'filter not checked': (context, caller) => listMedia(context, caller, { ...page, status: 'not_checked' }),
  'filter review': (context, caller) => listMedia(context, caller, { ...page, status: 'review' }),
  'filter source api': (context, caller) => listMedia(context, caller, { ...page, source: 'api' }),
  'filter author': (context, caller) => listMedia(context, caller, { ...page, author: 'author-0' }),
  'filter author of 1 of 5,000': (context, caller) => listMedia(context, caller, { ...page, author: 'author-7' }),
  'filter type video': (context, caller) => listMedia(context, caller, { ...page, type: 'video' }),
  'search, rare word': (context, caller) => listMedia(context, caller, { ...page, search: 'keel' }),
  'search, 20 hits': (context, caller) => listMedia(context, caller, { ...page, search: 'mast' }),
  'search, no hit': (context, caller) => listMedia(context, caller, { ...page, search: 'zeppelin' }),
  'search, in every item': (context, caller) => listMedia(context, caller, { ...page, search: 'boat' }),
  'search, two letters': (context, caller) => listMedia(context, caller, { ...page, search: 'ke' }),
  counts: (context, caller) => countByStatus(context, caller.accountId, {}),
  'counts from a day on': (context, caller) => countByStatus(context, caller.accountId, { from: '2020-01-15' }),
  'counts of source api': (context, caller) => countByStatus(context, caller.accountId, { source: 'api' }),
  'counts of an author': (context, caller) => countByStatus(context, caller.accountId, { author: 'author-0' }),
  'counts of a search': (context, caller) => countByStatus(context, caller.accountId, { search: 'keel' }),
  'counts of a search, 20 hits': (context, caller) => countByStatus(context, caller.accountId, { search: 'mast' }),
  neighbours: (context, caller) => mediaNeighbours(context, caller, caller.itemId, { sort: 'newest', status: 'flagged' }),
  'to decide': (context, caller) => listMedia(context, caller, { ...page, status: 'undecided' }),
  'to decide, highest score': (context, caller) =>
    listMedia(context, caller, { ...page, status: 'undecided', sort: 'likeliest' }),
  'to decide, least certain': (context, caller) =>
    listMedia(context, caller, { ...page, status: 'undecided', sort: 'least_certain' }),
  claims: (context, caller) => listClaims(context.db, caller.accountId),
  'claim an item': (context, caller) => claimItem(context, caller, caller.itemId),
  'next free item': (context, caller) => nextItem(context, caller, { skip: [] }),
  dashboard: (context, caller) => dashboardSummary(context, caller.accountId),
  'quality, 30 days': (context, caller) => qualityReport(context, caller.accountId, '30'),
  'quality, everything': (context, caller) => qualityReport(context, caller.accountId, 'all'),
};

const clock = { now: () => new Date() };
const fileUrls = { signed: (key) => key, plain: (key) => key };

const middle = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/**
 * Medians of several calls in turns, and what 95 of 100 stay below: what else the machine does then slows all of them alike. Of several
 * blocks the middle one of each figure: a moment in which the machine was away is in one of them.
 */
async function percentiles(runs) {
  const figures = runs.map(() => []);
  for (let block = 0; block < blocks; block += 1) {
    const times = runs.map(() => []);
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, run] of runs.entries()) {
        const start = performance.now();
        await run();
        times[index].push(performance.now() - start);
      }
    }
    for (const [index, each] of times.entries()) {
      each.sort((a, b) => a - b);
      figures[index].push({ median: each[rounds >> 1], p95: each[Math.floor(rounds * 0.95)] });
    }
  }
  return figures.map((each) => ({ median: middle(each.map(({ median }) => median)), p95: middle(each.map(({ p95 }) => p95)) }));
}

function indexesIn(plan) {
  return [...(plan['Index Name'] ? [plan['Index Name']] : []), ...(plan.Plans ?? []).flatMap(indexesIn)];
}

/** Names of the indexes that the queries of a call on items use. */
async function indexesOf(pool, run) {
  const asked = [];
  const query = pool.query;
  pool.query = (...args) => {
    asked.push(args);
    return query.apply(pool, args);
  };
  await run().finally(() => {
    pool.query = query;
  });
  const names = new Set();
  for (const [config, values] of asked) {
    const { rows } = await pool.query(`explain (format json) ${config.text ?? config}`, values ?? config.values);
    for (const name of indexesIn(rows[0]['QUERY PLAN'][0].Plan))
      if (/^(media|machine_verdict|decision_account)/.test(name)) names.add(name);
  }
  return [...names].join(', ');
}

const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-bench-list-'));
chmodSync(dataDir, 0o711);
const server = await startEmbeddedPostgres({ dataDir, durable: false, maxConnections: 20 });
try {
  await migrateDatabase(server.url);
  const { db, pool, close } = createDb({ url: server.url, max: 5, patient: true });
  const context = { db, clock, fileUrls, live: { publish: async () => {} }, secrets: { sign: () => 'signed' } };
  const measured = [];
  // Made again afterwards, which is faster by far than row by row.
  const indexes = await pool.query(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as sql from pg_index
     where indrelid in ('media'::regclass, 'decision'::regclass) and not indisunique`,
  );
  for (const { name } of indexes.rows) await pool.query(`drop index ${name}`);
  for (const table of ['media', 'decision']) await pool.query(`alter table ${table} disable trigger user`);
  for (const size of sizes) {
    const { rows } = await pool.query('insert into account default values returning id');
    for (const fill of [(id) => seed(id, size), seedAuthors, seedVerdicts, seedDecisions, seedPeople])
      await pool.query(fill(rows[0].id));
    const item = await pool.query(
      'select id from media where account_id = $1 and not waiting order by created_at offset $2 limit 1',
      [rows[0].id, Math.floor(size / 2)],
    );
    const person = await pool.query(
      'select user_id as id from membership join "user" on id = user_id where account_id = $1 order by name limit 1',
      [rows[0].id],
    );
    measured.push({ accountId: rows[0].id, itemId: item.rows[0].id, userId: person.rows[0].id });
  }
  for (const sql of sums) await pool.query(sql);
  for (const table of ['media', 'decision']) await pool.query(`alter table ${table} enable trigger user`);
  for (const { sql } of indexes.rows) await pool.query(sql);
  // As the server does by itself: months and authors are counted and sums folded by its sweep, the statistics by PostgreSQL's own.
  await countMonths(context);
  await countAuthors(context);
  const { foldTally } = await import('../../packages/server/src/moderation/list/tally.ts');
  await foldTally(context);
  await pool.query('vacuum analyze');
  console.log(`median / p95 of ${rounds} calls, the middle of ${blocks} blocks; load ${loadavg()[0].toFixed(1)}`);
  console.log(`${'call'.padEnd(28)}${sizes.map((size) => `${size} items`.padStart(20)).join('')}${'ratio'.padStart(14)}  index`);
  const figures = [];
  for (const [name, call] of Object.entries(calls).filter(([name]) => !given.desk || !name.startsWith('quality'))) {
    const both = await percentiles(measured.map((caller) => () => call(context, caller)));
    const times = both.map(({ median }) => median);
    const slow = both.map(({ p95 }) => p95);
    const index = await indexesOf(pool, () => call(context, measured[1]));
    if (sizes[1] === 100_000 && (name === 'list' || name === 'counts')) {
      const what = `${name === 'list' ? 'A page' : 'Counts'} of a list, account of 100,000 items`;
      figures.push({ id: name, what, value: times[1], unit: 'ms', floor: { what: 'of 1,000 items', value: times[0] } });
    }
    const shown = both.map(({ median, p95 }) => `${median.toFixed(2)} / ${p95.toFixed(2)} ms`.padStart(20)).join('');
    const ratios = [times[1] / times[0], slow[1] / slow[0]].map((ratio) => ratio.toFixed(2)).join(' / ');
    console.log(`${name.padEnd(28)}${shown}${ratios.padStart(14)}  ${index}`);
  }
  console.log(`load at the end ${loadavg()[0].toFixed(1)}`);
  record('list', figures);
  await close();
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
