import { z } from 'zod';
import * as limits from '../limits.ts';
import { Pagination } from '../media/media.ts';

/** Apart from `limits`, which every page loads. */
export const operatorLimits = {
  reasonMaxLength: 200,
  pageSize: 20,
  /** Files in quarantine that one answer names. */
  quarantineMax: 100,
  /** Most that one grant gives: the counters are 32 bits wide and several grants add up. */
  framesMax: 100_000_000,
  /** Groups of errors that one answer names. */
  errorsMax: 20,
} as const;

export const HealthState = z.enum(['ok', 'degraded', 'failed']);
export type HealthState = z.output<typeof HealthState>;

/** What the console looks at, each with one sentence. */
export const HealthCheck = z.object({
  name: z.enum([
    'requests',
    'jobs',
    'pictures',
    'videos',
    'database',
    'files',
    'settings',
    'webhooks',
    'analysis',
    'analysers',
    'backup',
  ]),
  state: HealthState,
  /** Since when it is so, where the database knows. */
  since: z.iso.datetime().nullable(),
  detail: z.string(),
});
export type HealthCheck = z.output<typeof HealthCheck>;

export const ProcessHealth = z.object({
  /** What it does, separated by commas. */
  role: z.string(),
  instance: z.string(),
  version: z.string(),
  started_at: z.iso.datetime(),
  silent_seconds: z.int().min(0),
  is_there: z.boolean(),
  /** Settings that were changed since it started. */
  restart_for: z.array(z.string()),
});

export const QueueHealth = z.object({
  name: z.string(),
  waiting: z.int().min(0),
  later: z.int().min(0),
  active: z.int().min(0),
  oldest_seconds: z.number().min(0),
});

/** An analyser beside the built-in one, as its newest answers show it, whichever process asked. */
export const AnalyserHealth = z.object({
  /** As the setting ANALYSERS names it. */
  id: z.string(),
  /** null = nothing was asked of it lately, or that could not be read in time. */
  state: HealthState.nullable(),
  /** The newest fault, in our words: an answer could repeat what it was sent. */
  last_error: z.string().nullable(),
  last_error_at: z.iso.datetime().nullable(),
});
export type AnalyserHealth = z.output<typeof AnalyserHealth>;

export const OperatorVersions = z.object({
  postgresql: z.string(),
  /** Of the process that answers. */
  node: z.string(),
  /** The models of the newest result, as it names them; null = nothing was analysed yet, or it could not be read in time. */
  engine: z.string().nullable(),
  reader: z.string().nullable(),
  /** How many migrations the tables have had; `waiting` = those of this version that are not made. null = not read in time. */
  schema: z.object({ made: z.int().min(0), waiting: z.int().min(0), is_newer: z.boolean() }).nullable(),
});
export type OperatorVersions = z.output<typeof OperatorVersions>;

/** The whole installation, whichever process answers. */
export const OperatorHealth = z.object({
  state: HealthState,
  version: z.string(),
  checked_at: z.iso.datetime(),
  checks: z.array(HealthCheck),
  processes: z.array(ProcessHealth),
  queues: z.array(QueueHealth),
  analysers: z.array(AnalyserHealth),
  /** How long one process would analyse what waits or is analysed now. */
  analysis_seconds: z.number().min(0),
  /** From upload to verdict, of up to 1,000 pictures of the last hour. */
  verdicts: z.object({ pictures: z.int().min(0), median_ms: z.int().nullable(), p95_ms: z.int().nullable() }),
  failed: z.object({ analyses: z.int().min(0), deliveries: z.int().min(0), webhooks: z.int().min(0) }),
  database: z.object({
    version: z.string(),
    size_bytes: z.int(),
    /** Of all who use the database server. */
    connections: z.object({ used: z.int(), max: z.int() }),
    last_backup_at: z.iso.datetime().nullable(),
  }),
  /** Of the disk with the files of this machine; null where they are in S3, or the disk does not answer. */
  disk: z.object({ free_bytes: z.int(), total_bytes: z.int() }).nullable(),
  /** `uploaded_bytes`: originals as they came, without the copies made of them; null = there are too many to count in time. */
  storage: z.object({ kind: z.enum(['disk', 's3']), uploaded_bytes: z.int().nullable() }),
  versions: OperatorVersions,
});
export type OperatorHealth = z.output<typeof OperatorHealth>;

/** Errors alike, as one line: no line has a name, a text or an address of a customer. */
export const OperatorError = z.object({
  /** `webhook`: deliveries that were given up. `analysis`: what people read on an upload. `job`: what its last attempt threw. */
  kind: z.enum(['webhook', 'analysis', 'job']),
  /** Of a job its queue. */
  queue: z.string().nullable(),
  error: z.string(),
  count: z.int().min(1),
  last_at: z.iso.datetime(),
});
export type OperatorError = z.output<typeof OperatorError>;
/** The newest first. `whole` = false: some are missing, because a kind could not be read in time or there are too many. */
export const OperatorErrors = z.object({ errors: z.array(OperatorError), whole: z.boolean() });
export type OperatorErrors = z.output<typeof OperatorErrors>;

export const OperatorAccount = z.object({
  id: z.uuid(),
  /** What its members call it, or its owner. */
  name: z.string(),
  owner: z.object({ name: z.string(), email: z.string() }).nullable(),
  plan: z.string().nullable(),
  frames: z.object({ used: z.int(), total: z.int(), granted: z.int() }),
  items: z.object({ total: z.int(), flagged: z.int() }),
  /** Since when nothing new comes in; null = it may upload. */
  suspended_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  last_upload_at: z.iso.datetime().nullable(),
});
export type OperatorAccount = z.output<typeof OperatorAccount>;

const page = z.coerce.number().int().min(1).max(limits.pageMax).default(1);
export const OperatorAccountsQuery = z.object({ search: z.string().trim().max(200).optional(), page });
export const OperatorPageQuery = z.object({ page });

/** Why an operator acts: it stays in the log of operators. */
export const OperatorReason = z
  .string()
  .trim()
  .min(1, 'Enter a reason')
  .max(operatorLimits.reasonMaxLength, `A reason has at most ${operatorLimits.reasonMaxLength} characters`);

export const OperatorGrantInput = z.object({
  frames: z.int('Enter a whole number of frames').min(1, 'Grant at least one frame').max(operatorLimits.framesMax),
  reason: OperatorReason,
});
export const OperatorReasonInput = z.object({ reason: OperatorReason });
export const OperatorHoldInput = z.object({ media_id: z.uuid('Enter the id of an item'), reason: OperatorReason });

/** What could not be done, grouped so that one fault is one line. */
export const OperatorFailure = z.object({
  /** Of the webhook; `analyses` for uploads whose analysis failed. */
  id: z.union([z.uuid(), z.literal('analyses')]),
  kind: z.enum(['webhook', 'analysis']),
  account_name: z.string().nullable(),
  error: z.string(),
  count: z.int().min(1),
  last_at: z.iso.datetime(),
  /** A webhook that its owner turned off is told nothing. */
  can_retry: z.boolean(),
});
export type OperatorFailure = z.output<typeof OperatorFailure>;

/** An item under legal hold, without what would show it. */
export const OperatorHold = z.object({
  media_id: z.uuid(),
  account_name: z.string(),
  held_at: z.iso.datetime(),
  reasons: z.string(),
  uploaded_at: z.iso.datetime(),
});
export type OperatorHold = z.output<typeof OperatorHold>;

/** A file that no item names, kept for seven days before it goes. Its id is made of its key, which names accounts and items alone. */
export const OperatorQuarantined = z.object({
  id: z.string().regex(/^[\w-]{1,400}$/),
  key: z.string(),
  /** The day (UTC) on which it was moved. */
  day: z.iso.date(),
  size_bytes: z.int().min(0),
});
export type OperatorQuarantined = z.output<typeof OperatorQuarantined>;
/** The oldest first. `more`: there are others, which `clearframe quarantine list` shows. */
export const OperatorQuarantine = z.object({ quarantine: z.array(OperatorQuarantined), more: z.boolean() });
export type OperatorQuarantine = z.output<typeof OperatorQuarantine>;

export const OperatorLogEntry = z.object({
  seq: z.int(),
  at: z.iso.datetime(),
  actor: z.string(),
  action: z.string(),
  subject: z.string().nullable(),
  reason: z.string().nullable(),
});
export type OperatorLogEntry = z.output<typeof OperatorLogEntry>;

export const OperatorAccounts = z.object({ accounts: z.array(OperatorAccount), pagination: Pagination });
export type OperatorAccounts = z.output<typeof OperatorAccounts>;
export const OperatorLogPage = z.object({ operator_log: z.array(OperatorLogEntry), pagination: Pagination });
export type OperatorLogPage = z.output<typeof OperatorLogPage>;
