import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@clearframe/sdk';
import { expect, it } from 'vitest';
import { registerPerson } from '../e2e/person.ts';
import { startServer } from '../e2e/server.ts';
import { readLedger } from './kill.ts';

const eightSeconds = join(import.meta.dirname, '../packages/engine/fixtures/videos/h264.mp4');
const times = 75;

it('OPS-04 UP-09 API-04 a video whose analysis is killed with -9 is analysed again and charged once', {
  timeout: 240_000,
}, async () => {
  const server = await startServer({ command: 'node', env: { WORKERS: '1' } });
  try {
    const long = join(server.dataDir, 'long.mp4');
    const again = ['-nostdin', '-loglevel', 'error', '-stream_loop', String(times - 1), '-i', eightSeconds, '-c', 'copy', long];
    execFileSync(process.env.FFMPEG_PATH || 'ffmpeg', again);
    const person = await registerPerson(server, 'owner@example.com');
    server.grant(person.email, 1_000);
    const client = createClient({ baseUrl: server.url, token: await person.createToken() });
    const media = new Blob([readFileSync(long)], { type: 'video/mp4' });
    const { media_upload: taken, status } = await client.upload({ media, filename: 'long.mp4' });
    expect(status).toBe('processing');
    const seconds = taken.progress?.seconds_total ?? 0;
    expect(seconds).toBe(8 * times);
    expect((await client.usage()).frames).toMatchObject({ charged: 0, reserved: seconds, remaining: 1_000 - seconds });

    let progress = taken.progress;
    while (progress?.seconds_done === 0) progress = (await client.getMedia(taken.id)).progress;
    const victim = server.processes().find(({ kind }) => kind === 'analysis');
    process.kill(victim?.pid ?? 0, 'SIGKILL');
    expect(progress?.seconds_done, 'killed in the middle').toBeLessThan(seconds);

    const item = await client.waitForVerdict(taken.id);
    expect(server.output()).toContain('ended by SIGKILL');
    expect(item.video?.flagged_seconds).toHaveLength(2 * times);
    expect(await readLedger(server.dataDir)).toEqual({
      items: 1,
      commits: 1,
      chargedTwice: 0,
      used: seconds,
      reserved: 0,
    });
    const { seconds: scored } = await client.getFrames(taken.id);
    expect(scored).toHaveLength(seconds);
    // The program of the process that was killed went with it.
    expect(spawnSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' }).stdout).not.toContain(`${server.dataDir}/objects`);
  } finally {
    await server.stop();
  }
});
