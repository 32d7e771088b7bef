import type { Outcome } from './checker-messages.ts';
import type { Checker } from './checker-process.ts';
import type { Target } from './list-targets.ts';

export type Checked = { label: string; outcome: Outcome };

/**
 * Checks all targets with several processes at once; one that ended over a file is replaced for the next.
 * @param start starts a checking process
 * @param report called for every target in the order of the list, as early as that order allows
 */
export async function checkAll(
  targets: readonly Target[],
  processes: number,
  start: () => Promise<Checker>,
  report: (checked: Checked, done: number) => void,
): Promise<void> {
  const waiting = targets.entries();
  const outcomes: Outcome[] = [];
  let reported = 0;

  function settle(index: number, outcome: Outcome): void {
    outcomes[index] = outcome;
    for (let next = outcomes[reported]; next !== undefined; next = outcomes[reported]) {
      const label = targets[reported]?.label ?? '';
      reported++;
      report({ label, outcome: next }, reported);
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
        settle(index, await checker.check({ source }));
      }
    } finally {
      checker?.stop();
    }
  }
  await Promise.all(Array.from({ length: processes }, work));
}
