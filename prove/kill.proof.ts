import { killDuringUploads, type Victim } from './kill.ts';

/** Nothing acknowledged is lost when any process is killed at any time (acceptance OPS-04). */
const victims: Victim[] = ['analysis', 'api', 'postgres', 'supervisor'];
const uploads = 50;
const seed = 20_261;
let failed = false;

for (const victim of victims) {
  const begun = Date.now();
  const result = await killDuringUploads({
    victims: [victim],
    uploads,
    kills: 5,
    seed,
    print: (line) => console.log(`  ${line}`),
  });
  const holds =
    result.acknowledged === uploads &&
    result.finished === uploads &&
    result.items === uploads &&
    result.commits === uploads &&
    result.chargedTwice === 0 &&
    result.used === uploads &&
    result.reserved === 0;
  console.log(`${holds ? '✓' : '✗'} ${victim} (${Math.round((Date.now() - begun) / 1000)} s)`, JSON.stringify(result));
  failed ||= !holds;
}
process.exitCode = failed ? 1 : 0;
