import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ownRoot } from './run-command.ts';

const Journal = z.object({
  version: z.string(),
  dialect: z.string(),
  entries: z.array(
    z.object({ idx: z.number(), version: z.string(), when: z.number(), tag: z.string(), breakpoints: z.boolean() }),
  ),
});

const Manifest = z.looseObject({ version: z.string() });
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
/** Written anew: the file that is there is this version's, too. */
const replace = (file: string, value: unknown): void => {
  rmSync(file);
  writeFileSync(file, JSON.stringify(value));
};

/** What the rules for migrations allow (docs/decisions/082): a column, a table, an index made beside all else. */
const changes = [
  (n: number) => `ALTER TABLE "media" ADD COLUMN "proof_${n}" integer DEFAULT 0 NOT NULL;`,
  (n: number) =>
    `CREATE TABLE "proof_${n}" ("id" uuid PRIMARY KEY NOT NULL, "at" timestamp with time zone DEFAULT now() NOT NULL);`,
  (n: number) => `-- concurrently\nCREATE INDEX CONCURRENTLY "media_proof_${n}" ON "media" ("account_id", "created_at");`,
  (n: number) =>
    `ALTER TABLE "usage_period" ADD COLUMN "proof_${n}" text;--> statement-breakpoint\nALTER TABLE "webhook" ADD COLUMN "proof_${n}" text;`,
];

/** A version beside this one, with what it takes along. */
export type NextVersion = { root: string; version: string; remove(): void };

/**
 * A later version: this one with so many migrations more, in a folder of its own.
 */
export function makeNextVersion(steps: number): NextVersion {
  const root = mkdtempSync(join(ownRoot, '.cache/next-version-'));
  // Linked file by file: programs that are shut in may read below their own folder alone.
  execFileSync('cp', ['-al', ...['package.json', 'node_modules', 'packages'].map((name) => join(ownRoot, name)), root]);
  const file = join(root, 'packages/server/package.json');
  const manifest = Manifest.parse(readJson(file));
  const version = `${manifest.version.replace(/\d+$/, '')}${steps}`;
  replace(file, { ...manifest, version });
  const folder = join(root, 'packages/server/migrations');
  const journal = join(folder, 'meta/_journal.json');
  const { entries, ...rest } = Journal.parse(readJson(journal));
  const last = entries.at(-1);
  if (!last) throw new Error('There is no migration');
  for (let step = 1; step <= steps; step += 1) {
    const idx = last.idx + step;
    const tag = `${String(idx).padStart(4, '0')}_proof-${step}`;
    writeFileSync(join(folder, `${tag}.sql`), changes[step % changes.length]?.(step) ?? '');
    entries.push({ ...last, idx, when: last.when + step, tag });
  }
  replace(journal, { ...rest, entries });
  return { root, version, remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }) };
}
