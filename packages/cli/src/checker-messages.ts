import type { AnalyserRun, Analysis } from '@clearframe/contract';

/** An analyser beside the built-in one, with its settings by name. */
export type ChosenAnalyser = { name: string; settings: Readonly<Record<string, string | undefined>> };

/** What a checking process is told and what it answers. Each process has one picture at a time. */
export type CheckerStart = { modelFolder: string; analysers: readonly ChosenAnalyser[] };
export type CheckerRequest = {
  source: { path: string } | { url: string };
  /** Whether a thumbnail comes with the result. */
  thumbnail?: boolean;
};
export type CheckerAnswer = { ready: true } | { failed: string } | Outcome;

/** Result for one picture: its analysis and what the other analysers said, or a sentence that says why there is none. */
export type Outcome =
  /** `thumbnail`: WebP in base64, where one was asked for. */
  { analysis: Analysis; runs: AnalyserRun[]; thumbnail?: string | undefined } | { problem: string };
