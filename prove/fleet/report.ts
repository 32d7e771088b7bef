import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { dirname, join } from 'node:path';

/** One thing that was measured, beside what must hold. */
export type Figure = { what: string; measured: string; must: string; holds: boolean };

/** What a proof says at its end, and what `docs/scale.md` is made of. */
type Report = {
  proof: string;
  scenario: string;
  at: string;
  seed: number;
  /** 1 = as large as the design asks for. */
  size: number;
  machine: { cores: number; model: string; loadBefore: number; loadAfter: number };
  /** What it ran on, in words. */
  setup: string;
  figures: Figure[];
};

const root = join(import.meta.dirname, '../..');
/** Reports that stay, and those of this machine alone. */
const folders = { kept: join(root, 'prove/measured'), own: join(root, '.cache/prove') };

export const load = (): number => Math.round((loadavg()[0] ?? 0) * 10) / 10;

/** A count that must be exactly that. */
export const exactly = (what: string, measured: number, must: number): Figure => ({
  what,
  measured: String(measured),
  must: String(must),
  holds: measured === must,
});

/** An amount that must not be exceeded. @param unit as it is read after a number */
export const atMost = (what: string, measured: number, most: number, unit = ''): Figure => ({
  what,
  measured: `${Math.round(measured * 100) / 100}${unit}`,
  must: `≤ ${most}${unit}`,
  holds: measured <= most,
});

/** An amount that must be reached. */
export const atLeast = (what: string, measured: number, least: number, unit = ''): Figure => ({
  what,
  measured: `${Math.round(measured * 10) / 10}${unit}`,
  must: `≥ ${least}${unit}`,
  holds: measured >= least,
});

/** What is told beside the others, and asks nothing. */
export const told = (what: string, measured: string | number): Figure => ({
  what,
  measured: String(measured),
  must: '–',
  holds: true,
});

type Measured = Omit<Report, 'at' | 'machine'> & { loadBefore: number };

/** Writes it down, and prints it. @param keep beside the sources, where `docs/scale.md` finds it */
export function writeReport({ loadBefore, ...measured }: Measured, keep: boolean): void {
  const [first] = cpus();
  const machine = { cores: cpus().length, model: first?.model ?? 'unknown', loadBefore, loadAfter: load() };
  const report: Report = { ...measured, at: new Date().toISOString(), machine };
  const file = join(keep ? folders.kept : folders.own, `${report.proof}-${report.scenario}.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  for (const { what, measured, must, holds } of report.figures)
    console.log(`  ${holds ? '✓' : '✗'} ${what}: ${measured} (${must})`);
  console.log(`  size ${report.size}, load ${machine.loadBefore} before and ${machine.loadAfter} after, ${machine.cores} cores`);
}
