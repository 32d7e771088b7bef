import type { Figure } from './report.ts';

type ScenarioOptions = {
  /** 1 = as large as the design asks for. */
  size: number;
  seed: number;
  print: (line: string) => void;
};

export type Outcome = { notRun: string } | { setup: string; figures: Figure[] };
export type Scenario = (options: ScenarioOptions) => Promise<Outcome>;

/** So many at this size, and at least so many. */
export const scaled = (full: number, size: number, least = 1): number => Math.max(least, Math.round(full * size));
