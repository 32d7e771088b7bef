import { fork } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../packages/server/src/db/embedded-postgres.ts';
import { migrateDatabase } from '../packages/server/src/db/migrate.ts';
import { prepareQueue } from '../packages/server/src/queue/install.ts';
import type { Share, ShareMessage } from './interleavings.ts';

/**
 * Whatever two or three people, programs, analyses and hooks do to one item, in whatever order of their database steps: one decision
 * stands, hooks were told what the item shows, frames are held by work under way only, every file has its row and every row its files.
 * `node prove/interleavings.proof.ts [how many] [first seed]`; with 1 and the seed of a violation it is run again.
 */
const [count = 50_000, firstSeed = 1_000_000] = process.argv.slice(2).map(Number);
/** Processes beside each other, each with accounts of its own. */
const shares = Math.min(2, Math.ceil(count / 25));
const begun = Date.now();
const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-interleavings-'));
chmodSync(dataDir, 0o711);
const server = await startEmbeddedPostgres({ dataDir, durable: false, maxConnections: 120 });
await migrateDatabase(server.url);
await prepareQueue(server.url);

const done = new Map<number, { done: number; steps: number }>();
const violations: string[] = [];
let printed = 0;
const print = (): void => {
  const all = [...done.values()].reduce((sum, share) => sum + share.done, 0);
  if (all - printed < 1_000) return;
  printed = all;
  const seconds = Math.round((Date.now() - begun) / 1_000);
  console.log(
    `  ${all.toLocaleString('en')} of ${count.toLocaleString('en')} after ${seconds} s, ${violations.length} violations`,
  );
};

/** One process with a share of the seeds. */
function run(index: number): Promise<void> {
  const each = Math.ceil(count / shares / 25) * 25;
  const seed = firstSeed + index * each;
  const share: Share = { url: server.url, dataDir, seed, count: Math.min(each, firstSeed + count - seed), arenas: 4 };
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'interleavings.ts'), [JSON.stringify(share)]);
    child.on('message', (message: ShareMessage) => {
      done.set(index, message);
      for (const violation of message.violations) {
        violations.push(violation);
        console.log(`  ${violation}`);
      }
      print();
    });
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`A process ended with ${code}`))));
  });
}

await Promise.all(Array.from({ length: shares }, (_, index) => run(index)));
await server.stop();
rmSync(dataDir, { recursive: true, force: true });
const interleavings = [...done.values()].reduce((sum, share) => sum + share.done, 0);
const steps = [...done.values()].reduce((sum, share) => sum + share.steps, 0);
const holds = violations.length === 0 && interleavings === count;
const seconds = Math.round((Date.now() - begun) / 1_000);
console.log(`${holds ? '✓' : '✗'} ${seconds} s`, JSON.stringify({ interleavings, steps, violations: violations.length }));
process.exitCode = holds ? 0 : 1;
