import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@clearframe/sdk';
import { registerPerson } from '../../e2e/person.ts';
import type { UsedServer } from '../../e2e/server.ts';

const fixtures = join(import.meta.dirname, '../../packages/engine/fixtures/videos');
/** One of each codec, by the containers that it comes in. Each is explicit from second 3 to second 5. */
const films: Record<string, string> = {
  'h264.mp4': 'video/mp4',
  'hevc.mp4': 'video/mp4',
  'mpeg4.avi': 'video/x-msvideo',
  'vp8.webm': 'video/webm',
  'vp9.webm': 'video/webm',
  'av1.webm': 'video/webm',
};

/**
 * Sends a video of each codec with a token of a new account, and waits for the verdicts.
 * @param grant gives the account frames
 * @returns the flagged seconds by the file's name
 */
export async function judgeByApi(
  server: Pick<UsedServer, 'url' | 'codeFor'>,
  grant: (email: string) => Promise<void>,
): Promise<Record<string, number[]>> {
  const person = await registerPerson(server, 'owner@example.com');
  await grant(person.email);
  const client = createClient({ baseUrl: server.url, token: await person.createToken() });
  const found: Record<string, number[]> = {};
  for (const [filename, type] of Object.entries(films)) {
    const media = new Blob([readFileSync(join(fixtures, filename))], { type });
    const { media_upload } = await client.upload({ media, filename });
    const { video } = await client.waitForVerdict(media_upload.id);
    found[filename] = video?.flagged_seconds ?? [];
  }
  return found;
}
