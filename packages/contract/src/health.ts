import { z } from 'zod';

/** The answer of `/healthz`: the server runs, in this version. */
export const HealthAnswer = z.object({ status: z.literal('ok'), version: z.string().regex(/^\d+\.\d+\.\d+/) });
export type HealthAnswer = z.output<typeof HealthAnswer>;
