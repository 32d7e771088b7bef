/**
 * What trying a change of limits and keywords on the newest items costs, from their stored analyses.
 * Run: node bench/what-if/run.mjs   (a PostgreSQL of its own in a temporary folder)
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultThresholds, keywordPresets } from '@clearframe/contract';
import { createDb } from '../../packages/server/src/db/client.ts';
import { startEmbeddedPostgres } from '../../packages/server/src/db/embedded-postgres.ts';
import { migrateDatabase } from '../../packages/server/src/db/migrate.ts';
import { tryChange } from '../../packages/server/src/moderation/what-if/what-if.ts';
import { savePolicy } from '../../packages/server/src/policy/save-policy.ts';
import { record } from '../record.mjs';

const items = 12_000;
const rounds = 21;

/** Every analysis as the engine writes it: scores of three categories, a description, a third with lines of text and their corners. */
const seed = (accountId) => [
  `insert into media (account_id, source, filename, original_filename, title, caption, description, tags, kind, mime_type,
    file_size_bytes, object_key, small_key, state, moderation_flagged, moderation_checked_at, created_at)
  select '${accountId}', 'api', n || '.png', 'picture-' || n || '.png', 'Boat ' || n,
  'A caption of item ' || md5(n::text) || ' and more words',
    repeat('A few words of a description. ', n % 12), array['tag-' || n % 40, 'harbour', 'summer'], 'png', 'image/png',
    1000, 'k/o', 'k/small.webp',
    'done', false, now(), now() - n * interval '1 minute' from generate_series(1, ${items}) n`,
  `insert into analysis (media_id, attempt, analysis, moderation)
  select id, try, a, jsonb_build_object('passed', true, 'reason', 'Nothing was found.',
  'policy_version', 'default-1', 'ai_analysis', a, 'keyword_check', jsonb_build_object('passed', true))
  from (select m.id, try, jsonb_build_object('kind', 'png', 'width', 1200, 'height', 900, 'frames_analysed', 1,
      'scores', jsonb_build_object('sexual_explicit', round(random()::numeric, 4), 'sexual_suggestive', round(random()::numeric, 4),
      'synthetic', round(random()::numeric, 4)),
      'coverage', (select jsonb_object_agg(name, 'not_assessed')
      from unnest(array['${Object.keys(defaultThresholds()).join("','")}']) name),
      'description',
      'A photograph in blue and white, 1200 by 900 pixels, bright, without anything that reaches a limit. ' || md5(m.id::text),
      'text', case when m.file_size_bytes > 0 and right(m.filename, 5) < '3' then repeat('SALE at the harbour 50 % ', 8) else '' end,
      'text_lines', case when right(m.filename, 5) < '3' then
      (select jsonb_agg(jsonb_build_object('text', 'SALE at the harbour 50 %', 'confidence', 0.98,
          'corners', '[[12.5,40.25],[412.5,40.25],[412.5,80.5],[12.5,80.5]]'::jsonb)) from generate_series(1, 8)) else '[]'::jsonb end,
      'processing_time_ms', 123.4, 'analysis_version', 'local-1') a
    from media m, generate_series(1, 2) try where try = 1 or right(m.id::text, 1) = '0') made`,
  `insert into decision (account_id, media_id, "from", "to") select account_id, id, false, right(id::text, 1) > '7'
  from media where right(id::text, 1) in ('1', '8')`,
];

const explicit = (review, flag) => ({
  limits: { thresholds: { ...defaultThresholds(), sexual_explicit: { review, flag } }, on_analyser_error: 'hold' },
});
const presets = { forbidden_keywords: [...keywordPresets.forbidden], required_keywords: [...keywordPresets.required] };
const ruled = { ...presets, forbidden_matches: presets.forbidden_keywords.map(() => 'whole_word'), leetspeak: true };
const wild = {
  ...ruled,
  forbidden_keywords: presets.forbidden_keywords.map((word) => `${word}*`),
  forbidden_matches: presets.forbidden_keywords.map(() => 'wildcard'),
};
const changes = {
  'one limit, few flips': explicit(0.4, 0.69),
  'one limit, half of all flip': explicit(0.01, 0.2),
  'both presets of keywords': { keywords: presets },
  'the same, whole words and look-alikes': { keywords: ruled },
  'the same, wildcards and look-alikes': { keywords: wild },
  'limits and keywords together': { ...explicit(0.3, 0.5), keywords: ruled },
};

const clock = { now: () => new Date() };
const fileUrls = { signed: (key) => key, plain: (key) => key };

const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-bench-what-if-'));
chmodSync(dataDir, 0o711);
const server = await startEmbeddedPostgres({ dataDir, durable: false, maxConnections: 20 });
try {
  await migrateDatabase(server.url);
  const { db, pool, close } = createDb({ url: server.url, max: 5 });
  const context = { db, clock, fileUrls };
  let largest = Number.NaN;
  const { rows } = await pool.query('insert into account default values returning id');
  const accountId = rows[0].id;
  for (const statement of seed(accountId)) await pool.query(statement);
  await pool.query('vacuum analyze');
  const size = await pool.query('select pg_size_pretty(avg(pg_column_size(analysis))) as size from analysis');
  console.log(`${items} items, an analysis takes ${size.rows[0].size}; medians (and slowest) of ${rounds} rounds`);
  for (const words of ['no keywords saved', 'both presets saved']) {
    console.log(`\n${words}`);
    for (const [name, change] of Object.entries(changes)) {
      for (const count of [100, 1_000, 10_000]) {
        const times = [];
        let flips = 0;
        for (let round = 0; round < rounds; round += 1) {
          const start = performance.now();
          const answer = await tryChange(context, accountId, { items: count, ...change });
          times.push(performance.now() - start);
          if (!answer.is_complete || answer.items_checked !== count) throw new Error(`${answer.items_checked} of ${count} items`);
          flips = answer.flips.reduce((sum, flip) => sum + flip.items, 0);
        }
        times.sort((a, b) => a - b);
        if (name === 'limits and keywords together' && count === 10_000) largest = times[rounds >> 1];
        const figures = `${times[rounds >> 1].toFixed(0).padStart(6)} ms ${`(${times.at(-1).toFixed(0)})`.padStart(7)}`;
        console.log(`${name.padEnd(40)}${String(count).padStart(7)}${figures}${String(flips).padStart(7)} flips`);
      }
    }
    await savePolicy(context, { accountId, userId: null }, (before) => ({
      ...before,
      keywords: {
        forbidden: presets.forbidden_keywords.map((text) => ({ text, match: 'partial' })),
        required: presets.required_keywords.map((text) => ({ text, match: 'partial' })),
        leetspeak: false,
      },
    }));
  }
  const what = 'What a change of limits and keywords flips in 10,000 items, median';
  record('what-if', [{ id: 'both', what, value: largest, unit: 'ms' }]);
  await close();
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
