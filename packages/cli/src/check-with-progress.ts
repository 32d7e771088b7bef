import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { clearProgress, progressOf } from './check/report.ts';
import { type Checked, checkAll } from './check-all.ts';
import type { ChosenAnalyser } from './checker-messages.ts';
import { startChecker } from './checker-process.ts';
import type { Target } from './list-targets.ts';
import type { Surroundings } from './surroundings.ts';

/** Each process takes about 650 MB once it reads text; more than four gain little on a laptop. */
const PROCESSES_MAX = 4;
/** From this many pictures on a bar is worth its line. */
const PROGRESS_FROM = 3;

/**
 * Checks targets in processes of their own, with a bar on a terminal.
 * @param analysers asked beside the built-in one
 * @param report called for every target in the order of the list, as early as that order allows
 * @param thumbnail whether one comes with each result
 * @throws Error when no process can be started
 */
export async function checkWithProgress(
  targets: readonly Target[],
  analysers: readonly ChosenAnalyser[],
  { err, cacheFolder, checkerScript }: Surroundings,
  report: (checked: Checked, index: number) => void,
  thumbnail = false,
): Promise<void> {
  const script = checkerScript ?? new URL('./checker.ts', import.meta.url);
  const processes = Math.min(targets.length, availableParallelism(), PROCESSES_MAX);
  const bar = err.isTTY === true && targets.length >= PROGRESS_FROM;
  if (bar) err.write(progressOf(0, targets.length));
  await checkAll(
    targets,
    processes,
    () => startChecker(script, { modelFolder: join(cacheFolder, 'models'), analysers }),
    (checked, done) => {
      if (bar) err.write(clearProgress);
      report(checked, done - 1);
      if (bar && done < targets.length) err.write(progressOf(done, targets.length));
    },
    thumbnail,
  );
}
