import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@clearframe/sdk';
import { Upload } from 'tus-js-client';
import { registerPerson } from '../e2e/person.ts';
import { startServer } from '../e2e/server.ts';
import { randomFrom } from '../packages/engine/test/random.ts';
import { readLedger } from './ledger.ts';

/** A video of 100 MB over a connection that is cut ten times, to an API that is killed twice: one item, one charge, the same bytes. */
const bytesInAll = 100 * 1_048_576;
const cuts = 10;
const kills = 2;
const random = randomFrom(20_261);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Six seconds, and a box that players pass over. */
function largeVideo(): Buffer {
  const video = readFileSync(join(import.meta.dirname, '../packages/engine/fixtures/videos/harmless.mp4'));
  const box = Buffer.alloc(bytesInAll - video.length);
  for (let at = 8; at < box.length; at += 1_009) box[at] = Math.floor(random() * 256);
  box.writeUInt32BE(box.length, 0);
  box.write('free', 4);
  return Buffer.concat([video, box]);
}

const video = largeVideo();
const server = await startServer({ command: 'node' });
let isProved = false;
try {
  const person = await registerPerson(server, 'owner@example.com');
  server.grant(person.email, 1_000);
  const token = await person.createToken();
  const client = createClient({ baseUrl: server.url, token });
  /** Where something happens: cuts and kills among each other, at offsets by chance. */
  const events = Array.from({ length: cuts + kills }, (_, n) => ({
    at: Math.floor(((n + random()) / (cuts + kills)) * bytesInAll),
    isKill: n % 6 === 3,
  }));
  const killed = new Set<number>();
  const begun = performance.now();
  const mediaId = await new Promise<string>((resolve, reject) => {
    let id = '';
    /** Each cut is followed by a client of its own: one that is begun again takes the end of its cut request for a failure. */
    const send = (uploadUrl: string | null) => {
      const upload = new Upload(video, {
        endpoint: `${server.url}/api/v1/tus`,
        uploadUrl,
        headers: { authorization: `Bearer ${token}` },
        metadata: { filename: 'large.mp4' },
        retryDelays: Array.from({ length: 480 }, () => 250),
        onAfterResponse(_request, response) {
          id = response.getHeader('x-clearframe-media-id') ?? id;
        },
        onSuccess: () => resolve(id),
        onError: reject,
        onProgress(sentBytes) {
          const [next] = events;
          if (isCut || !next || sentBytes < next.at) return;
          events.shift();
          if (next.isKill) {
            const victim = server.processes().find(({ kind, pid }) => kind === 'api' && !killed.has(pid));
            if (victim) process.kill(victim.pid, 'SIGKILL');
            killed.add(victim?.pid ?? 0);
            console.log(`  API killed at ${sentBytes} bytes`);
            return;
          }
          isCut = true;
          void upload.abort().then(() => {
            console.log(`  connection cut at ${sentBytes} bytes`);
            send(upload.url);
          });
        },
      });
      let isCut = false;
      upload.start();
    };
    send(null);
  });
  const seconds = Math.round((performance.now() - begun) / 1_000);
  // Before the analysis replaces it by what holds no metadata.
  const stored = globSync(join(server.dataDir, `objects/**/${mediaId}/in`)).map((path) => sha256(readFileSync(path)));
  const item = await client.waitForVerdict(mediaId);
  while ((await readLedger(server.dataDir)).reserved > 0) await sleep(100);
  const ledger = await readLedger(server.dataDir);
  const isSame = stored.length === 1 && stored[0] === sha256(video);
  const frames = Math.ceil((item.duration_ms ?? 0) / 1_000);
  const isWhole = isSame && events.length === 0 && killed.size === kills;
  isProved = isWhole && ledger.items === 1 && ledger.commits === 1 && ledger.used === frames;
  console.log(`  ${seconds} s`, JSON.stringify({ isSame, left: events.length, killed: killed.size, frames, ledger }));
} finally {
  await server.stop();
}
console.log(isProved ? '✓ tus' : '✗ tus');
process.exitCode = isProved ? 0 : 1;
