import { type Analysis, type CategoryScores, categories, categoryNames, type KeptAnalyserRun } from '@clearframe/contract';
import type { Analyser, AnalyserInput } from './analyser.ts';
import { type Asked, createAsker } from './ask-analyser.ts';
import type { AnalyserClock } from './clock.ts';
import { mergeOpinions } from './merge-opinions.ts';

export type PanelMode =
  /** Everyone is asked about every picture. */
  | 'together'
  /** Services are asked only when what this machine found lies between `from` and `to` in a category that decides something. */
  | { uncertain: { from: number; to: number } };

export type Panel = {
  /** Names and places, in order; empty = there is nobody to ask. */
  members: readonly Pick<Analyser, 'name' | 'place' | 'judgesText'>[];
  /**
   * The analysis with what the others say of its picture, and who was asked.
   * @param how `onlyHere`: services are not asked, whatever the mode
   * @returns a run whose `outcome` is `failed` for each that gave no opinion: nothing may pass then
   * @throws the signal's reason when it aborts
   */
  consult(analysis: Analysis, input: AnalyserInput, how: { signal: AbortSignal; onlyHere?: boolean }): Promise<Analysis>;
  close(): Promise<void>;
};

/** Categories without any threshold decide nothing, so nobody is asked because of them. */
function isUncertain(scores: CategoryScores, { from, to }: { from: number; to: number }): boolean {
  return categoryNames.some((name) => {
    const { review, flag } = categories[name];
    const score = scores[name];
    return score !== undefined && (review !== null || flag !== null) && score >= from && score < to;
  });
}

/** The analysers beside the built-in one. Those of this machine are asked first, each group at the same time. */
export function createPanel(analysers: readonly Analyser[], { mode, clock }: { mode: PanelMode; clock: AnalyserClock }): Panel {
  const askers = analysers.map((analyser) => createAsker(analyser, clock));

  return {
    members: askers.map(({ analyser }) => analyser),
    async consult(analysis, input, { signal, onlyHere = false }) {
      if (askers.length === 0) return analysis;
      const onePicture = analysis.frames_analysed > 1;
      const asked = new Map<string, Asked>();
      const ask = async (place: Analyser['place']) => {
        const group = askers.filter(({ analyser }) => analyser.place === place);
        await Promise.all(group.map(async (asker) => asked.set(asker.analyser.name, await asker.ask(input, signal))));
      };
      const opinions = () => askers.flatMap(({ analyser }) => asked.get(analyser.name)?.opinion ?? []);
      const merged = () => mergeOpinions(analysis, opinions(), onePicture);

      await ask('local');
      const isWanted = () => mode === 'together' || isUncertain(merged().scores, mode.uncertain);
      if (!onlyHere && isWanted()) await ask('remote');
      for (const { seconds } of opinions()) if (seconds) input.film?.judged(seconds);
      const runs: KeptAnalyserRun[] = askers.map((asker) => asked.get(asker.analyser.name)?.run ?? asker.spared());
      const answered = runs.filter(({ outcome }) => outcome === 'answered').map(({ name, version }) => `+${name}@${version}`);
      return { ...analysis, ...merged(), analysis_version: analysis.analysis_version + answered.join(''), analysers: runs };
    },
    async close() {
      await Promise.all(askers.map((asker) => asker.close()));
    },
  };
}
