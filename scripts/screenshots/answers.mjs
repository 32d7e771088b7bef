import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const isFormOf = (request) => (request.headers()['content-type'] ?? '').startsWith('multipart/');

/** What one request is: files that are sent have a boundary of chance in them, so the screen stands for them. */
function nameOf(person, screen, request) {
  const { pathname, search } = new URL(request.url());
  const body = isFormOf(request) ? screen : (request.postData() ?? '');
  return createHash('sha256').update([person, request.method(), pathname, search, body].join('\n')).digest('hex').slice(0, 32);
}

/**
 * Answers of the server that are given again, byte by byte, so that two captures show the same times, figures and pictures.
 * What was never asked goes to the server and is kept; in a recording everything does, and the last answer stays.
 */
export function openAnswers(folder, { recording }) {
  mkdirSync(folder, { recursive: true });
  const clock = join(folder, 'now.txt');
  if (!existsSync(clock)) writeFileSync(clock, String(Date.now()));
  const asked = [];

  async function answer(route, person, screen) {
    const path = join(folder, nameOf(person, screen, route.request()));
    if (recording || !existsSync(`${path}.json`)) {
      if (!recording) asked.push(`${screen}: ${route.request().method()} ${route.request().url()}`);
      // A file that is sent passes on its way, because no copy of it is to be had here.
      const isForm = isFormOf(route.request());
      if (isForm) await route.continue();
      const fresh = isForm ? await route.request().response() : await route.fetch();
      const { 'set-cookie': _, ...headers } = fresh.headers();
      writeFileSync(`${path}.body`, await fresh.body());
      writeFileSync(`${path}.json`, JSON.stringify({ status: fresh.status(), headers }));
      if (isForm) return;
    }
    const { status, headers } = JSON.parse(readFileSync(`${path}.json`, 'utf8'));
    await route.fulfill({ status, headers, body: readFileSync(`${path}.body`) });
  }
  return { answer, asked, now: Number(readFileSync(clock, 'utf8')) };
}
