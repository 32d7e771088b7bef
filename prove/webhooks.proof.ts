import { killDuringDeliveries } from './webhooks.ts';

/**
 * Each event arrives at least once, whatever is killed and however often the receiver refuses (acceptance HOOK-04). The numbers of
 * uploads, hooks and kills may follow, for a shorter run. It lasts for about ten minutes: three retries take seven.
 */
const [uploads = 100, hooks = 5, kills = 10] = process.argv.slice(2).map(Number);
const begun = Date.now();
const result = await killDuringDeliveries({ uploads, hooks, kills, seed: 20_261, print: (line) => console.log(`  ${line}`) });
const events = uploads * hooks;
const holds =
  result.events === events &&
  result.arrived === events &&
  result.accepted === events &&
  result.inactive === 0 &&
  result.strangers === 0 &&
  result.miscounted === 0 &&
  result.errors > 0 &&
  result.errors <= result.refused;
console.log(`${holds ? '✓' : '✗'} ${kills} kills (${Math.round((Date.now() - begun) / 1000)} s)`, JSON.stringify(result));
process.exitCode = holds ? 0 : 1;
