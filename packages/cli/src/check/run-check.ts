import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Checked, checkAll } from '../check-all.ts';
import { checkWithProgress } from '../check-with-progress.ts';
import { type Checker, startChecker } from '../checker-process.ts';
import { listTargets } from '../list-targets.ts';
import type { CheckCommand } from '../parse-command.ts';
import type { Surroundings } from '../surroundings.ts';
import { exitCodeOf, verdictOf } from '../verdict.ts';
import { htmlReport } from './html-report.ts';
import { moveInto } from './move-flagged.ts';
import { jsonOf, lookOf, printable, problemsOf, rowOf, summaryOf, tableOf } from './report.ts';
import { createTally } from './tally.ts';
import { createLooks, LOOK_MS } from './watch-folder.ts';

/**
 * `clearframe check`: checks pictures and says of each whether it is safe.
 * @returns the exit code of the help
 * @throws Error when no process can be started
 */
export async function runCheck(command: CheckCommand, surroundings: Surroundings): Promise<number> {
  return command.watch === null ? await checkOnce(command, surroundings) : await watch(command.watch, command, surroundings);
}

async function checkOnce(command: CheckCommand, surroundings: Surroundings): Promise<number> {
  const { out, err } = surroundings;
  const all: Checked[] = [];
  const targets = await listTargets(command.targets);
  await checkWithProgress(targets, [], surroundings, (checked) => all.push(checked), command.html !== null);
  const look = lookOf(out, surroundings.environment);
  out.write(command.json ? jsonOf(all) : `${tableOf(all, look)}${summaryOf(all)}`);
  let failed = false;
  if (command.html !== null) failed = !(await writePage(command.html, all, surroundings));
  if (command.moveFlagged !== null) {
    // A document on standard output stays one.
    const moved = await moveFlagged(command.moveFlagged, all, command.json ? err : out, err);
    failed = !moved || failed;
  }
  const code = exitCodeOf(all);
  return failed && code === 0 ? 2 : code;
}

/** @returns whether it was written */
async function writePage(file: string, all: readonly Checked[], { err, now }: Surroundings): Promise<boolean> {
  try {
    await writeFile(file, htmlReport(all, now?.() ?? new Date()));
    return true;
  } catch (error) {
    err.write(`${printable(file)} could not be written: ${error instanceof Error ? error.message : String(error)}\n`);
    return false;
  }
}

type Told = Surroundings['out'];

/** Moves what is flagged and says where to. @returns whether all of it was moved */
async function moveFlagged(folder: string, all: readonly Checked[], out: Told, err: Told): Promise<boolean> {
  let whole = true;
  for (const { label, path, outcome } of all) {
    if (path === undefined || verdictOf(outcome) !== 'flagged') continue;
    const move = await moveInto(folder, path);
    if ('moved' in move) out.write(`Moved ${printable(label)} → ${printable(move.moved)}\n`);
    else err.write(`${printable(label)} was not moved: ${move.problem}\n`);
    whole = whole && 'moved' in move;
  }
  return whole;
}

/** Checks what lies in a folder and what arrives there, in one process, until somebody ends it. */
async function watch(folder: string, { moveFlagged: place }: CheckCommand, surroundings: Surroundings): Promise<number> {
  const { out, err, cacheFolder, checkerScript, stopped, wait = (ms) => sleep(ms, null, { signal: stopped }) } = surroundings;
  const script = checkerScript ?? new URL('../checker.ts', import.meta.url);
  const look = lookOf(out, surroundings.environment);
  const [first] = await listTargets([folder]);
  // An empty folder is one to wait at, a missing one is a mistake.
  if (first && 'problem' in first.source && first.source.problem !== 'There is no picture in this folder') {
    err.write(`${printable(folder)}: ${first.source.problem}\n`);
    return 2;
  }
  err.write(`Watching ${printable(folder)}. Ctrl+C ends it.\n`);
  const next = createLooks(folder, place);
  // Not the results themselves: a watch may last for months.
  const counted = createTally();
  const held: { checker: Checker | null } = { checker: null };
  const start = async () => {
    if (!held.checker?.isAlive())
      held.checker = await startChecker(script, { modelFolder: join(cacheFolder, 'models'), analysers: [] });
    // One process for all that comes: the list ends, the process does not.
    return { ...held.checker, stop: () => undefined };
  };
  let moved = true;
  const each = async (checked: Checked) => {
    counted.add(checked.outcome);
    out.write(`${rowOf(checked, look)}${'problem' in checked.outcome ? problemsOf([checked]).trimStart() : ''}`);
    if (place !== null) moved = (await moveFlagged(place, [checked], out, err)) && moved;
  };
  try {
    while (!stopped?.aborted) {
      for (const target of await next()) {
        // A first look may find thousands: whoever ends the watch waits for one picture, not for all.
        if (stopped?.aborted) break;
        const batch: Checked[] = [];
        await checkAll([target], 1, start, (checked) => batch.push(checked));
        for (const checked of batch) await each(checked);
      }
      if (!stopped?.aborted) await wait(LOOK_MS).catch(() => undefined);
    }
  } finally {
    held.checker?.stop();
  }
  out.write(counted.summary());
  // Nothing that arrived is no fault of a watch.
  const code = counted.total() === 0 ? 0 : counted.exitCode();
  return code === 0 && !moved ? 2 : code;
}
