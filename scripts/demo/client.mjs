import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One browser's worth of cookies and the calls that pages make. */
export function createClient(url) {
  const cookies = new Map();
  const keep = (answer) => {
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name) cookies.set(name, value);
    }
  };
  /** @returns `data` of the answer. @throws with the server's sentence */
  async function call(method, path, body) {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    keep(answer);
    const { status, data, message } = await answer.json();
    if (status !== 'success') throw new Error(`${method} ${path}: ${answer.status} ${message}`);
    return data;
  }
  return { call };
}

/** The first match in a mail to that address, as soon as the outbox holds one. */
export async function findInMail(dataDir, email, pattern) {
  for (let tries = 0; tries < 200; tries += 1) {
    const folder = join(dataDir, 'outbox');
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
    for (const name of names.reverse()) {
      const mail = (await readFile(join(folder, name), 'utf8')).replaceAll('=\r\n', '').replaceAll('=3D', '=');
      const found = mail.includes(email) ? pattern.exec(mail)?.[1] : undefined;
      if (found) return found;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No mail to ${email} came`);
}
