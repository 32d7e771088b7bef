/** The program that stands in for ffmpeg where a machine has none: started by run-video-tool.ts, always as a process of its own. */
import { writeSync } from 'node:fs';
import { loadAddon } from './av-addon.ts';
import type { LibraryJob } from './library-job.ts';
import { listPackets } from './list-packets.ts';
import { openInput } from './open-input.ts';
import { writeFrames } from './write-frames.ts';

const OUTPUT = 1;
const LOG = 2;

function write(bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(OUTPUT, bytes, at);
}

const [library = '', asked = ''] = process.argv.slice(2);
try {
  const av = loadAddon(library);
  if (asked === 'version') {
    write(Buffer.from(av.getFFmpegInfo().version));
    process.exit(0);
  }
  const job: LibraryJob = JSON.parse(asked);
  const input = openInput(av, job);
  if (job.filters === null) {
    const log = (line: string) => writeSync(LOG, `${line}\n`);
    listPackets(av, input, (text) => write(Buffer.from(text, 'latin1')), log);
  } else {
    writeFrames(av, input, { ...job, filters: job.filters }, write);
  }
} catch (error) {
  writeSync(LOG, `${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
// At once: what the library holds would be taken down piece by piece.
process.exit(0);
