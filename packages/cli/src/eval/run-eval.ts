import { writeFile } from 'node:fs/promises';
import { checkWithProgress } from '../check-with-progress.ts';
import type { Outcome } from '../checker-messages.ts';
import type { EvalCommand } from '../parse-command.ts';
import type { Surroundings } from '../surroundings.ts';
import { documentOf } from './document.ts';
import { type Answer, type Evaluation, evaluate, type Judged } from './evaluate.ts';
import { listLabelled } from './list-labelled.ts';
import { pageOf } from './page.ts';
import { tableOf } from './table.ts';

/** The built-in analysis, as `--analysers` names it. */
export const BUILT_IN = 'local';

/**
 * `clearframe eval`: has labelled pictures analysed and prints how often that was right.
 * @returns the exit code of the help text
 * @throws LabelError when the labels cannot be read; Error when no process can be started or the page cannot be written
 */
export async function runEval(command: EvalCommand, surroundings: Surroundings): Promise<number> {
  const labelled = await listLabelled(command.path);
  const judged: Judged[] = [];
  await checkWithProgress(labelled, surroundings, ({ label, outcome }, index) => {
    const labels = labelled[index]?.labels ?? 'safe';
    judged.push(
      'problem' in outcome ? { label, labels, problem: outcome.problem } : { label, labels, answers: answersOf(outcome) },
    );
  });
  const evaluation = evaluate(judged, command.analysers, command.categories);
  surroundings.out.write(command.json ? documentOf(evaluation) : tableOf(evaluation));
  if (command.html !== null) await writeFile(command.html, pageOf(evaluation, surroundings.now?.() ?? new Date()));
  return evalExitCode(evaluation);
}

/** The analysis on this machine costs no money. */
function answersOf({ analysis }: Extract<Outcome, { analysis: unknown }>): ReadonlyMap<string, Answer> {
  const { scores, analysis_version, processing_time_ms } = analysis;
  return new Map([[BUILT_IN, { scores, version: analysis_version, costMicros: 0, elapsedMs: processing_time_ms }]]);
}

/** 0 = every picture was counted, 1 = some were not, 2 = nothing was measured. */
export function evalExitCode({ analysers, notCounted }: Evaluation): 0 | 1 | 2 {
  if (analysers.every(({ answered }) => answered === 0)) return 2;
  return notCounted.length > 0 ? 1 : 0;
}
