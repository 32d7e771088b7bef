/** How a part of the proof ended: it held, it did not, or this machine cannot run it. */
export type Outcome = 'held' | 'broken' | { notRun: string };

export type Print = (line: string) => void;

/** One kind of artefact. It prints its figures, a line each. */
export type Part = { name: string; prove(print: Print): Promise<Outcome> };

/** `held` where nothing is broken, each of which is printed. */
export function outcomeOf(broken: readonly string[], print: Print): Outcome {
  for (const line of broken) print(`NOT as it has to be: ${line}`);
  return broken.length === 0 ? 'held' : 'broken';
}
