import { z } from 'zod';
import type { Config } from '../config.ts';
import { jobNames } from '../queue/jobs.ts';

/** What the supervisor tells a process. The configuration travels whole, with the database's address and the key filled in. */
export type ToChild = { type: 'config'; config: Config } | { type: 'stop' };

/** What a process tells the supervisor. */
export const FromChild = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), address: z.string().optional() }),
  z.object({
    type: z.literal('job'),
    name: z.enum(jobNames),
    id: z.string(),
    state: z.enum(['started', 'ended']),
  }),
]);
export type FromChild = z.infer<typeof FromChild>;
