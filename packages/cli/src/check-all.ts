import type { Outcome } from './checker-messages.ts';
import type { Checker } from './checker-process.ts';
import type { Target } from './list-targets.ts';

/** `path` is absent where it was no file. */
export type Checked = { label: string; path?: string; outcome: Outcome };

/**
 * Checks all targets with several processes at once; one that ended over a file is replaced for the next.
 * @param start starts a checking process
 * @param report called for every target in the order of the list, as early as that order allows
 * @param thumbnail whether one comes with each result
 */
export async function checkAll(
  targets: readonly Target[],
  processes: number,
  start: () => Promise<Checker>,
  report: (checked: Checked, done: number) => void,
  thumbnail = false,
): Promise<void> {
  const waiting = targets.entries();
  const outcomes: Outcome[] = [];
  let reported = 0;

  function settle(index: number, outcome: Outcome): void {
    outcomes[index] = outcome;
    for (let next = outcomes[reported]; next !== undefined; next = outcomes[reported]) {
      const { label = '', source } = targets[reported] ?? {};
      reported++;
      report({ label, outcome: next, ...(source && 'path' in source && { path: source.path }) }, reported);
    }
  }

  async function work(): Promise<void> {
    let checker: Checker | null = null;
    try {
      for (const [index, { source }] of waiting) {
        if ('problem' in source) {
          settle(index, source);
          continue;
        }
        if (!checker?.isAlive()) checker = await start();
        settle(index, await checker.check({ source, thumbnail }));
      }
    } finally {
      checker?.stop();
    }
  }
  await Promise.all(Array.from({ length: processes }, work));
}
