import { z } from 'zod';
import { CategoryScores } from './categories.ts';

/** Why an analyser gave no opinion. The first four may pass by themselves and are tried again; the others do not. */
export const AnalyserFault = z.enum([
  'timeout',
  'unreachable',
  'throttled',
  'provider',
  'credentials',
  'quota',
  'rejected',
  'garbage',
]);
export type AnalyserFault = z.infer<typeof AnalyserFault>;

/** What people read about each fault. */
export const faultWords: Record<AnalyserFault, string> = {
  timeout: 'no answer in time',
  unreachable: 'it could not be reached',
  throttled: 'too many requests',
  provider: 'an error on its side',
  credentials: 'its key was refused',
  quota: 'its quota is used up',
  rejected: 'it refused the picture',
  garbage: 'its answer made no sense',
};

/** What one analyser beside the built-in one had to do with a result. */
export const AnalyserRun = z.object({
  /** As the operator's setting names it. */
  name: z.string(),
  version: z.string(),
  /** `remote` = the picture was sent to a service. */
  place: z.enum(['local', 'remote']),
  /** `not_asked` = the others were certain already, or the picture is a visitor's, which no service is sent. */
  outcome: z.enum(['answered', 'failed', 'not_asked']),
  /** Of one that failed. */
  fault: AnalyserFault.nullable(),
  /** With its retries. */
  elapsed_ms: z.number().min(0),
  /** What asking it cost the operator, in millionths of a US dollar; null = not known. */
  cost_micros: z.int().min(0).nullable(),
  /** What it said by itself; the result has of each category the highest score of all. */
  scores: CategoryScores,
  /** Labels of its answer that have no place among the categories. */
  unmapped: z.array(z.string()),
});
export type AnalyserRun = z.infer<typeof AnalyserRun>;

/** The same with the answer as it came; null when there was none, or one too long to keep. */
export const KeptAnalyserRun = AnalyserRun.extend({ raw: z.unknown() });
export type KeptAnalyserRun = z.infer<typeof KeptAnalyserRun>;
