import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, createClient } from '@clearframe/sdk';
import { registerPerson } from '../e2e/person.ts';
import { startServer } from '../e2e/server.ts';
import { type Ledger, readLedger } from './ledger.ts';

const eightSeconds = join(import.meta.dirname, '../packages/engine/fixtures/videos/h264.mp4');

export type VideoKillResult = {
  /** Of the video, as the upload was answered. */
  seconds: number;
  /** Seconds that were analysed when its process was killed: fewer, or nothing was proved. */
  doneWhenKilled: number;
  flaggedSeconds: number;
  scoredSeconds: number;
  ledger: Ledger;
  /** Frames that the account had while the analysis ran. */
  held: Awaited<ReturnType<Client['usage']>>['frames'];
  /** Programs that still read the video after its verdict: none, the one of the killed process went with it. */
  readers: number;
  output: string;
};

/**
 * Sends a video of so many times eight seconds, two of them flagged each time, kills the process that analyses it as soon as it has
 * begun, and waits for the verdict. The caller judges the numbers.
 */
export async function killDuringVideo(times: number): Promise<VideoKillResult> {
  const server = await startServer({ command: 'node' });
  try {
    const long = join(server.dataDir, 'long.mp4');
    const again = ['-nostdin', '-loglevel', 'error', '-stream_loop', String(times - 1), '-i', eightSeconds, '-c', 'copy', long];
    execFileSync(process.env.FFMPEG_PATH || 'ffmpeg', again);
    const person = await registerPerson(server, 'owner@example.com');
    server.grant(person.email, 1_000);
    const client = createClient({ baseUrl: server.url, token: await person.createToken() });
    const media = new Blob([readFileSync(long)], { type: 'video/mp4' });
    const { media_upload: taken, status } = await client.upload({ media, filename: 'long.mp4' });
    if (status !== 'processing') throw new Error(`The upload was answered ${status}`);
    const seconds = taken.progress?.seconds_total ?? 0;
    const held = (await client.usage()).frames;

    let progress = taken.progress;
    while (progress?.seconds_done === 0) progress = (await client.getMedia(taken.id)).progress;
    const victim = server.processes().find(({ kind }) => kind === 'analysis');
    process.kill(victim?.pid ?? 0, 'SIGKILL');

    const item = await client.waitForVerdict(taken.id);
    const { seconds: scored } = await client.getFrames(taken.id);
    const running = spawnSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' }).stdout.split('\n');
    return {
      seconds,
      doneWhenKilled: progress?.seconds_done ?? seconds,
      flaggedSeconds: item.video?.flagged_seconds.length ?? 0,
      scoredSeconds: scored.length,
      ledger: await readLedger(server.dataDir),
      held,
      readers: running.filter((args) => args.includes(`${server.dataDir}/objects`)).length,
      output: server.output(),
    };
  } finally {
    await server.stop();
  }
}
