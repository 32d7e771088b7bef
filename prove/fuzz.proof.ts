import { fuzzUploads } from './fuzz.ts';

/**
 * Hostile pictures end no process, hang no worker, are never judged when they cannot be read and never charged without a
 * verdict (acceptance SEC-07).
 */
const uploads = 3_240;
const begun = Date.now();
const result = await fuzzUploads({ uploads, seed: 20_262, parallel: 4, print: (line) => console.log(`  ${line}`) });
const { faults, deaths, ...figures } = result;
for (const line of [...faults, ...deaths]) console.log(`  ${line}`);
const holds =
  faults.length === 0 &&
  deaths.length === 0 &&
  result.apiProcesses === 1 &&
  result.used === result.verdicts &&
  result.items === result.verdicts &&
  result.reserved === 0;
console.log(`${holds ? '✓' : '✗'} ${Math.round((Date.now() - begun) / 1000)} s`, JSON.stringify(figures));
process.exitCode = holds ? 0 : 1;
