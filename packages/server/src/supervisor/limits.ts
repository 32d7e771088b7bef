/**
 * What the supervisor allows its processes. An analysis process measures about 650 MB with its decoder (Node twice, sharp, three ONNX
 * sessions: 130 and 520 MB);
 * one picture of 50 megapixels may add 400 MB for a moment.
 */
export const processLimits = {
  /** Above it for `softForMs` an analysis process is replaced after its job: memory that a codec did not give back. */
  softResidentBytes: 800 * 1_048_576,
  softForMs: 3_000,
  /** Above it an analysis process is killed in the middle and its job is tried again. */
  hardResidentBytes: 1_200 * 1_048_576,
  /** So long on one job without a word is a hang: no picture that passes the limits takes 10 s, and a video tells of its seconds. */
  jobMs: 45_000,
  /** How often the two above are looked at. */
  lookEveryMs: 500,
  /** A process that lived so long before it died starts again at once; the others wait 250 ms, doubled each time, at most 10 s. */
  healthyAfterMs: 10_000,
  firstPauseMs: 250,
  longestPauseMs: 10_000,
  /** As many early deaths in a row before it was ever ready end the whole start. */
  failedStarts: 4,
  /** A process that has not ended so long after it was asked is killed. Longer than requests (10 s) and the last jobs (45 s) have. */
  stopMs: 60_000,
  /** So long is a process waited for that is asked what it counts: scrapers give up after ten seconds. */
  metricsMs: 5_000,
} as const;

export type ProcessLimits = { readonly [K in keyof typeof processLimits]: number };
