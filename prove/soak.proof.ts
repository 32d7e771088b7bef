import { soak } from './soak.ts';

/** Memory stays where it is over 2,000 uploads of all formats: API under 200 MB, an analysis process under 800 MB. */
const uploads = 2_000;
const megabyte = 1_048_576;
const allowed = { api: 200 * megabyte, analysis: 800 * megabyte };
/** What may come on top from the third tenth to the last: caches of the codecs, not a leak. */
const growth = 1.1;

const result = await soak({ uploads, parallel: 4, print: (line) => console.log(`  ${line}`) });
const [, , early] = result.looks;
const last = result.looks.at(-1);
const flat = (kind: 'api' | 'analysis') =>
  early !== undefined && last !== undefined && last[kind] <= allowed[kind] && last[kind] <= early[kind] * growth;
const charged = result.answered === uploads && result.commits === uploads && result.used === uploads && result.reserved === 0;
console.log(JSON.stringify({ charged, api: flat('api'), analysis: flat('analysis'), sameProcesses: result.sameProcesses }));
process.exitCode = charged && flat('api') && flat('analysis') && result.sameProcesses ? 0 : 1;
