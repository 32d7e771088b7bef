import { writeFile } from 'node:fs/promises';
import { faultWords } from '@clearframe/contract';
import { checkWithProgress } from '../check-with-progress.ts';
import type { Outcome } from '../checker-messages.ts';
import type { EvalCommand } from '../parse-command.ts';
import type { Surroundings } from '../surroundings.ts';
import { BUILT_IN, chooseAnalysers } from './choose-analysers.ts';
import { documentOf } from './document.ts';
import { type Answer, type Evaluation, evaluate, type Judged } from './evaluate.ts';
import { listLabelled } from './list-labelled.ts';
import { pageOf } from './page.ts';
import { tableOf } from './table.ts';

/**
 * `clearframe eval`: has labelled pictures analysed and prints how often that was right.
 * @returns the exit code of the help text
 * @throws LabelError when the labels cannot be read; SettingError when an analyser
 * lacks a variable; Error when no process can be started or the page cannot be written
 */
export async function runEval(command: EvalCommand, surroundings: Surroundings): Promise<number> {
  const labelled = await listLabelled(command.path);
  const others = chooseAnalysers(command.analysers, surroundings.environment ?? {});
  const judged: Judged[] = [];
  await checkWithProgress(labelled, others, surroundings, ({ label, outcome }, index) => {
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

/** The built-in analysis costs no money. What others took includes their retries. */
function answersOf({ analysis, runs }: Extract<Outcome, { analysis: unknown }>): ReadonlyMap<string, Answer> {
  const { scores, analysis_version, processing_time_ms } = analysis;
  const answers = new Map<string, Answer>([
    [BUILT_IN, { scores, version: analysis_version, costMicros: 0, elapsedMs: processing_time_ms }],
  ]);
  for (const { name, outcome, fault, version, cost_micros, elapsed_ms, ...run } of runs) {
    const answered = { scores: run.scores, version, costMicros: cost_micros, elapsedMs: elapsed_ms };
    answers.set(name, outcome === 'answered' ? answered : { problem: fault === null ? 'it was not asked' : faultWords[fault] });
  }
  return answers;
}

/** 0 = every picture was counted, 1 = some were not, 2 = nothing was measured. */
export function evalExitCode({ analysers, notCounted }: Evaluation): 0 | 1 | 2 {
  if (analysers.every(({ answered }) => answered === 0)) return 2;
  return notCounted.length > 0 ? 1 : 0;
}
