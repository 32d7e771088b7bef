import { mutatedVideo } from '../packages/engine/test/mutate-video.ts';
import { type FuzzOptions, fuzzUploads } from './fuzz.ts';

/** Uploads hostile files of one kind and prints what came of it. @returns whether everything holds */
async function proves(what: string, options: FuzzOptions): Promise<boolean> {
  const begun = Date.now();
  const result = await fuzzUploads({ ...options, print: (line) => console.log(`  ${line}`) });
  const { faults, deaths, ...figures } = result;
  for (const line of [...faults, ...deaths]) console.log(`  ${line}`);
  const holds =
    faults.length === 0 &&
    deaths.length === 0 &&
    result.apiProcesses === 1 &&
    result.used === result.frames &&
    result.items === result.verdicts + result.failed &&
    result.reserved === 0;
  console.log(`${holds ? '✓' : '✗'} ${what}: ${Math.round((Date.now() - begun) / 1000)} s`, JSON.stringify(figures));
  return holds;
}

/**
 * Hostile pictures and videos end no process, hang no worker, are never judged when they cannot be read and never charged without a
 * verdict (acceptance SEC-07).
 */
const pictures = await proves('pictures', { uploads: 5_000, seed: 20_262, parallel: 4 });
const videos = await proves('videos', { uploads: 500, seed: 20_263, parallel: 4, make: mutatedVideo });
process.exitCode = pictures && videos ? 0 : 1;
