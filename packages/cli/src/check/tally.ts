import type { Outcome } from '../checker-messages.ts';
import { exitCodeOf, type Verdict, verdictOf } from '../verdict.ts';
import { summaryOf } from './report.ts';

/** Counts verdicts and keeps one outcome of each: enough for a summary and an exit code. */
export function createTally() {
  const seen = new Map<Verdict, { outcome: Outcome; count: number }>();
  const total = () => [...seen.values()].reduce((sum, { count }) => sum + count, 0);
  // Of a kind all are alike in a summary, which only counts them and names what was assessed.
  const alike = () =>
    [...seen.values()].flatMap(({ outcome, count }) => Array.from({ length: count }, () => ({ label: '', outcome })));
  return {
    add(outcome: Outcome) {
      const verdict = verdictOf(outcome);
      seen.set(verdict, { outcome, count: (seen.get(verdict)?.count ?? 0) + 1 });
    },
    total,
    summary: () => (total() === 0 ? '\nNothing arrived.\n' : summaryOf(alike())),
    exitCode: () => exitCodeOf(alike()),
  };
}
