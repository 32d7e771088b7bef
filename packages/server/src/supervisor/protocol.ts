import { z } from 'zod';
import type { Config } from '../config.ts';
import type { MachineRole } from '../config-roles.ts';
import type { ConfinementLevel } from '../confinement/level.ts';
import { jobNames } from '../queue/jobs.ts';

export type Setup = {
  /** Whole, with the database's address and the key filled in. */
  config: Config;
  /** The database is this machine's own: there is no other API process on it, and no other machine. */
  alone: boolean;
  /** What this process does of what the machine does. */
  roles: readonly MachineRole[];
  /** It is the machine's only one that analyses: videos wait while pictures are due. */
  picturesFirst: boolean;
  /** How far this machine lets us shut decoders in. */
  confinement: ConfinementLevel;
};

/** What a process can tell: what it counts itself, or what is true of the whole installation. */
export type MetricsOf = 'process' | 'cluster';

/** What the machine's one listening connection brings to a process. */
export type Heard =
  | { type: 'announced'; channel: string; payload: string }
  /** From now on everything that is announced there comes. */
  | { type: 'listening'; channel: string }
  /** Announcements go past, until `listening`. */
  | { type: 'silence'; channel: string };

/** What the supervisor tells a process. */
export type ToChild =
  | Heard
  | ({ type: 'setup' } & Setup)
  | { type: 'drain' }
  | { type: 'stop' }
  /** Asks for what it counts; the answer carries the same number. */
  | { type: 'metrics'; ask: number; of: MetricsOf };

/** What a process tells the supervisor. */
export const FromChild = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), address: z.string().optional() }),
  z.object({
    type: z.literal('job'),
    name: z.enum(jobNames),
    id: z.string(),
    retryCount: z.number().int().min(0),
    state: z.enum(['started', 'alive', 'ended']),
  }),
  /** It wants to be told what is announced there. */
  z.object({ type: z.literal('hear'), channel: z.string().min(1).max(63) }),
  /** The process that decodes for it now: its memory counts as that of the one which tells. */
  z.object({ type: z.literal('decoder'), pid: z.int().nullable() }),
  /** What it counts, in Prometheus' text format; null = it cannot say now. */
  z.object({ type: z.literal('metrics'), ask: z.int(), text: z.string().nullable() }),
]);
export type FromChild = z.infer<typeof FromChild>;
