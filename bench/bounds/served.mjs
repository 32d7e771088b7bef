/**
 * What the longest texts and 500 hostile wildcards cost a server that `npm start` runs (captcha off, local mode), and everybody else on it.
 * Run: node bench/bounds/served.mjs http://localhost:3000 <DATA_DIR>
 */
import { request } from 'node:http';
import { loadavg } from 'node:os';
import { createDb } from '../../packages/server/src/db/client.ts';
import { runningPostgresUrl } from '../../packages/server/src/db/embedded-postgres.ts';
import { listOutbox, readOutbox } from '../../packages/server/src/mail/outbox.ts';
import { readMail } from '../../packages/server/src/mail/read-mail.ts';
import { file, multipart, picture } from '../../packages/server/test/helpers/uploads.ts';

const [origin = 'http://localhost:3000', dataDir = 'data'] = process.argv.slice(2);
const ITEMS = 500;
const ROUNDS = 5;
/** The free trial has 15 frames. */
const UPLOADS = 4;

function ask(path, { method = 'GET', cookie, payload, headers = {} } = {}) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const own = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', ...(cookie ? { cookie } : {}) };
    const call = request(`${origin}${path}`, { method, headers: { ...own, ...headers } }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const cookies = (response.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]);
        resolve({ status: response.statusCode, text, cookies, ms: performance.now() - started });
      });
    });
    call.on('error', reject);
    call.end(payload);
  });
}
const send = async (path, cookie, body) => {
  const payload = JSON.stringify(body);
  const answer = await ask(`/api${path}`, { method: 'POST', cookie, payload, headers: { 'content-type': 'application/json' } });
  if (answer.status >= 300 && answer.status !== 202) throw new Error(`${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
  return answer;
};

async function signUp() {
  const email = `bounds-${Date.now()}@example.com`;
  const begun = await send('/auth/register', undefined, {
    name: 'Ada Bounds',
    email,
    password: 'Correct-horse-9',
    recaptchaToken: 'off',
  });
  for (;;) {
    for (const name of await listOutbox(dataDir)) {
      const mail = readMail((await readOutbox(dataDir, name)) ?? '');
      const code = mail.to === email ? /^ {4}(\d{5})$/m.exec(mail.text)?.[1] : undefined;
      if (!code) continue;
      const done = await send('/auth/complete-registration', begun.cookies.join('; '), { verification_token: code });
      return { email, cookie: done.cookies.join('; ') };
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Items with all texts as long as they can be. */
const seed = (email) => [
  `insert into media (account_id, source, filename, original_filename, title, caption, description, tags, kind, mime_type, file_size_bytes,
  object_key, state,
    moderation_flagged, moderation_checked_at, created_at)
  select m.account_id, 'api', n || '.png', n || '.png', repeat('a', 200), repeat('a ', 2500), repeat('aa', 2500),
  array(select repeat('a', 100) from generate_series(1, 50)),
    'png', 'image/png', 1000, 'k/o' || n, 'done', false, now(), now() - n * interval '1 minute'
  from generate_series(1, ${ITEMS}) n, membership m join "user" u on u.id = m.user_id where u.email = '${email}'`,
  `insert into analysis (media_id, attempt, analysis, moderation)
  select m.id, 1, a, jsonb_build_object('passed', true, 'reason', 'x', 'policy_version', 'default-1', 'ai_analysis', a,
  'keyword_check', jsonb_build_object('passed', true))
  from media m join membership s on s.account_id = m.account_id join "user" u on u.id = s.user_id and u.email = '${email}',
  lateral (select jsonb_build_object('kind', 'png', 'width', 1, 'height', 1, 'frames_analysed', 1,
  'scores', '{}'::jsonb, 'coverage', '{}'::jsonb,
    'description', repeat('a', 500), 'text', repeat('a b', 10000), 'processing_time_ms', 1, 'analysis_version', 'x') a) made`,
];

const keyword = (n) => `${'*a'.repeat(48)}*${String(n).padStart(3, 'b')}`;
const words = Array.from({ length: 500 }, (_, n) => keyword(n));
const hostile = {
  forbidden_keywords: words,
  forbidden_matches: words.map(() => 'wildcard'),
  required_keywords: [],
  leetspeak: true,
};
/** 500 wildcards that could be saved in five lists: four stars, 100 characters. */
const four = Array.from(
  { length: 500 },
  (_, n) => `*${'a'.repeat(23)}*${'a '.repeat(11)}*${'a'.repeat(24)}*${'a'.repeat(22)}${String(n).padStart(3, '0')}`,
);
const bounded = { ...hostile, forbidden_keywords: four };

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const line = (name, values) =>
  console.log(`${name.padEnd(58)}${median(values).toFixed(0).padStart(7)} ms (slowest ${Math.max(...values).toFixed(0)})`);

/** How late /healthz is at most while something runs, beyond its median of a quiet moment. */
async function late(work) {
  let on = true;
  const times = [];
  const watch = (async () => {
    while (on) times.push((await ask('/healthz')).ms);
  })();
  const result = await work();
  on = false;
  await watch;
  return { result, slowest: Math.max(...times), middle: median(times) };
}

const { email, cookie } = await signUp();
const url = runningPostgresUrl(dataDir);
if (!url) throw new Error(`No database runs in ${dataDir}`);
const { pool, close } = createDb({ url, max: 2 });
for (const statement of seed(email)) await pool.query(statement);
await pool.query('vacuum analyze');

console.log(`load ${loadavg()[0].toFixed(1)}; ${ITEMS} items of the longest texts; medians of ${ROUNDS} rounds`);
const quiet = await late(() => new Promise((resolve) => setTimeout(resolve, 2_000)));
line('/healthz while nothing else is asked, slowest of 2 s', [quiet.slowest]);
for (const [name, lists] of [
  ['500 wildcards of 49 stars', hostile],
  ['500 wildcards of 4 stars', bounded],
]) {
  for (const [what, path, body] of [
    ['hits', '/keyword-settings/hits', lists],
    ['what-if', '/policy/what-if', { items: 1_000, keywords: lists }],
  ]) {
    const own = [];
    const health = [];
    let told = '';
    for (let round = 0; round < ROUNDS; round += 1) {
      const { result, slowest } = await late(() => send(path, cookie, body));
      own.push(result.ms);
      health.push(slowest);
      const { items_checked, is_complete } = JSON.parse(result.text).data;
      told = `${items_checked} items, ${is_complete ? 'complete' : 'partial'}`;
    }
    line(`${what}, ${name} (${told})`, own);
    line('  /healthz meanwhile, slowest answer', health);
  }
}

const upload = async () => {
  const texts = { caption: 'a '.repeat(2_500), description: 'a'.repeat(5_000), title: 'a'.repeat(200) };
  const form = await multipart({ media: file(picture('formats/pears.png')), ...texts });
  const answer = await ask('/api/media/upload', { method: 'POST', cookie, payload: form.payload, headers: form.headers });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text.slice(0, 300)}`);
  return answer.ms;
};
const uploads = async () => {
  const times = [];
  for (let round = 0; round < UPLOADS; round += 1) times.push(await upload());
  return times;
};
await send('/subscriptions/subscribe', cookie, { plan_id: 'free' });
await upload();
line('upload without keywords', await uploads());
// As a list saved before there were bounds: put into the policy past the check of a save.
const insertPolicy = `insert into policy (account_id, number, created_at, content)
  select m.account_id, (select coalesce(max(number), 0) + 1
    from policy p where p.account_id = m.account_id), now(),
    jsonb_build_object('thresholds', $2::jsonb, 'on_analyser_error', 'hold', 'keywords', $3::jsonb)
    from membership m join "user" u on u.id = m.user_id where u.email = $1`;
const { policy } = JSON.parse((await ask('/api/policy', { cookie })).text).data;
for (const [name, list] of [
  ['49 stars', words],
  ['4 stars', four],
]) {
  const rules = { required: [], forbidden: list.map((text) => ({ text, match: 'wildcard' })), leetspeak: true };
  await pool.query(insertPolicy, [email, JSON.stringify(policy.content.thresholds), JSON.stringify(rules)]);
  line(`upload with 500 stored wildcards of ${name}`, await uploads());
}
console.log(`load ${loadavg()[0].toFixed(1)}`);
await close();
