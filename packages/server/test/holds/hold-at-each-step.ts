import pg from 'pg';
import type { Context } from '../../src/context.ts';
import { createDb } from '../../src/db/client.ts';
import { joinInstallation } from '../../src/objects/installation.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { type HoldAt, holdBefore, kindNames } from './hold-before.ts';

export type Proved = { base: Context; url: string; storage: Storage; seed: number; onKind(line: string): void };

/** Every step of an analysis of every kind, each on an item of its own, with a hold that is asked for before it. */
export async function holdAtEachStep({ base, url, storage, seed, onKind }: Proved): Promise<HoldAt[]> {
  const monitor = new pg.Pool({ connectionString: url, max: 2 });
  monitor.on('error', () => undefined);
  const { db: patient, close } = createDb({ url, max: 1, name: 'holds', patient: true });
  const found: HoldAt[] = [];
  try {
    await joinInstallation({ db: base.db, storage }, { database: 'The proof', storage: 'its storage', variable: 'DATA_DIR' });
    for (const kind of kindNames) {
      for (let step = 1; ; step += 1) {
        const held = await holdBefore({ base, url, storage, patient, monitor }, kind, step, seed + found.length);
        if (!held) break;
        found.push(held);
        if (!held.kept) onKind(`lost: ${JSON.stringify(held)}`);
      }
      const of = found.filter((one) => one.kind === kind);
      onKind(`${kind}: ${of.filter(({ kept }) => kept).length} of ${of.length} steps`);
    }
  } finally {
    await close();
    await monitor.end();
  }
  return found;
}
