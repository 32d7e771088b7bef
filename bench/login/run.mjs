/** What sign-ins tell by their time, how many there are a second, and what they cost everybody else. See README.md. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { availableParallelism } from 'node:os';
import { record } from '../record.mjs';

const TRIES = Number(process.argv[2] ?? 200);
const LOGINS = 300;
const AT_ONCE = 50;
const CALLS = 300;

const agent = new Agent({ keepAlive: true, maxSockets: 200 });

/** One request. @returns status, headers, body and how long it took */
function ask(origin, { method = 'GET', path, body, cookie }) {
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    ...(sent === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
    ...(cookie ? { cookie } : {}),
  };
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const call = request(`${origin}/api${path}`, { method, headers, agent }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode, headers: response.headers, text, ms: performance.now() - started });
      });
    });
    call.on('error', reject);
    call.end(sent);
  });
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const at = (values, share) => values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
const line = (values) => ({
  median: at(values, 0.5).toFixed(1),
  p95: at(values, 0.95).toFixed(1),
  p99: at(values, 0.99).toFixed(1),
});
const verdict = (holds) => (holds ? 'holds' : 'DOES NOT HOLD');

const server = fork(new URL('./server.mjs', import.meta.url), { env: { ...process.env, MALLOC_ARENA_MAX: '1' } });
const [{ origin, emails, password }] = await once(server, 'message');
const tell = async (word) => {
  server.send(word);
  const [answer] = await once(server, 'message');
  return answer.cookie;
};
const login = (email, given) =>
  ask(origin, { method: 'POST', path: '/auth/login', body: { email, password: given, recaptchaToken: 'off' } });

/** Everything that the answer says, without what is new in each. */
function said({ status, headers, text }) {
  const { date: _date, 'x-request-id': _id, ratelimit: _rest, ...rest } = headers;
  return JSON.stringify([status, rest, text]);
}

async function indistinguishable() {
  await tell('clock');
  const known = [];
  const unknown = [];
  const answers = new Set();
  for (let n = -20; n < TRIES; n += 1) {
    // Interleaved, and each first as often: a machine that slows down slows both.
    const pair = [
      { email: emails[1], into: known },
      { email: 'nobody-1@example.com', into: unknown },
    ];
    for (const { email, into } of n % 2 === 0 ? pair : pair.toReversed()) {
      const answer = await login(email, 'Wrong-horse-9');
      if (answer.status !== 401) throw new Error(`${answer.status} ${answer.text}`);
      answers.add(said(answer));
      if (n >= 0) into.push(answer.ms);
    }
  }
  const apart = Math.abs(median(known) - median(unknown));
  const allowed = Math.max(0.05 * median(known), 2);
  console.log(`\n(a) Wrong password, ${TRIES} tries each, interleaved, milliseconds`);
  console.table({ 'known address': line(known), 'unknown address': line(unknown) });
  console.log(`medians ${apart.toFixed(2)} ms apart, at most ${allowed.toFixed(2)}: ${verdict(apart <= allowed)}`);
  console.log(
    `different answers but for request id, date and the client's own count: ${answers.size}, 1 wanted: ${verdict(answers.size === 1)}`,
  );
}

/** Sign-ins without a pause, so many at once, until `isOver`. @returns how many came through, and when each was sent and done */
async function flood(isOver) {
  let done = 0;
  let refused = 0;
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (!isOver(done)) {
        next += 1;
        // Each address ten times in 15 minutes: what a person is allowed.
        const answer = await login(emails[2 + (next % (emails.length - 2))], password);
        if (answer.status === 200) done += 1;
        else if (answer.status === 503 || answer.status === 429) refused += 1;
        else throw new Error(`${answer.status} ${answer.text}`);
      }
    }),
  );
  return { done, refused };
}

async function capacity() {
  await tell('steady');
  const started = performance.now();
  const { done, refused } = await flood((count) => count >= LOGINS);
  const seconds = (performance.now() - started) / 1_000;
  record('login', [{ id: 'signIns', what: `Sign-ins, ${AT_ONCE} at once`, value: done / seconds, unit: 'a second' }]);
  console.log(
    `\n(b) ${(done / seconds).toFixed(1)} sign-ins a second, ${AT_ONCE} at once (${done} in ${seconds.toFixed(1)} s, ${refused} refused)`,
  );
}

async function series(cookie) {
  const times = [];
  for (let n = 0; n < CALLS; n += 1) {
    const { status, ms, text } = await ask(origin, { path: '/users/me', cookie });
    if (status !== 200) throw new Error(`${status} ${text}`);
    times.push(ms);
  }
  return times;
}

async function neighbours() {
  const cookie = await tell('steady');
  await series(cookie);
  const idle = await series(cookie);
  let over = false;
  const flooding = flood(() => over);
  const busy = await series(cookie);
  over = true;
  const { done } = await flooding;
  const allowed = Math.max(3 * median(idle), 25);
  console.log(`\n(c) GET /users/me one after the other, ${CALLS} calls, milliseconds`);
  console.table({ idle: line(idle), [`while ${AT_ONCE} sign-ins run (${done} done)`]: line(busy) });
  record('login', [
    {
      id: 'others',
      what: `Other calls while ${AT_ONCE} sign-ins run, median`,
      value: median(busy),
      unit: 'ms',
      floor: { what: 'the idle server', value: median(idle) },
    },
  ]);
  const times = (median(busy) / median(idle)).toFixed(1);
  console.log(
    `median ${times} × idle, at most max(3 × idle, 25 ms) = ${allowed.toFixed(1)} ms: ${verdict(median(busy) <= allowed)}`,
  );
}

try {
  console.log(`Node ${process.version}, ${availableParallelism()} cores`);
  await indistinguishable();
  await capacity();
  await neighbours();
} finally {
  agent.destroy();
  server.send('stop');
  await once(server, 'exit');
}
