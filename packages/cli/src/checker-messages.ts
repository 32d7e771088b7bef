import type { Analysis } from '@clearframe/contract';

/** What a checking process is told and what it answers. Each process has one picture at a time. */
export type CheckerStart = { modelFolder: string };
export type CheckerRequest = { source: { path: string } | { url: string } };
export type CheckerAnswer = { ready: true } | { failed: string } | Outcome;

/** Result for one picture: its analysis, or a sentence that says why there is none. */
export type Outcome = { analysis: Analysis } | { problem: string };
