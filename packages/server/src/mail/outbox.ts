import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Clock } from '../clock.ts';
import { composeMail } from './compose.ts';
import type { Mailer } from './mail.ts';

const fileName = /^\d{8}T\d{9}Z-[0-9a-f-]{36}\.eml$/;

/** Folder of the mails that a server without SMTP writes. */
function outboxFolder(dataDir: string): string {
  return join(dataDir, 'outbox');
}

/** Written beside and moved into place, so that a reader never sees half a mail; mode 0600, because mails hold codes. */
async function writeWhole(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const partial = join(folder, `.${name}.partial`);
  const file = await open(partial, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partial, join(folder, name));
}

/** Every mail becomes a file `<time>-<id>.eml`, ready to be opened by a mail program. */
export function createOutbox({ dataDir, from, clock }: { dataDir: string; from: string; clock: Clock }): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(mail, id) {
      const { message } = await transport.sendMail({ ...composeMail(mail, { from, id }), date: clock.now() });
      const time = clock.now().toISOString().replace(/[-:.]/g, '');
      const bytes = Buffer.isBuffer(message) ? message : Buffer.from(String(message));
      await writeWhole(outboxFolder(dataDir), `${time}-${randomUUID()}.eml`, bytes);
    },
    close: async () => undefined,
  };
}

/** Names of the mails, newest first. */
export async function listOutbox(dataDir: string): Promise<string[]> {
  const names = await readdir(outboxFolder(dataDir)).catch(() => []);
  return names.filter((name) => fileName.test(name)).sort((a, b) => (a < b ? 1 : -1));
}

/** The whole mail as it lies there; null when there is none of that name. Only names that the outbox itself makes are read. */
export async function readOutbox(dataDir: string, name: string): Promise<string | null> {
  if (!fileName.test(name)) return null;
  return readFile(join(outboxFolder(dataDir), name), 'utf8').catch(() => null);
}
