import { z } from 'zod';

const MediaAttempt = z.object({
  mediaId: z.uuid(),
  attempt: z.number().int().min(1),
  /** The result takes the place of what people decided. */
  overrule: z.boolean().optional(),
  /** Time of the newest of them when it was asked for. Missing in a job of an older version: then of all. */
  overruleUntil: z.iso.datetime().optional(),
  /** A check that nobody keeps whatever its verdict: nothing of it is stored. */
  bare: z.boolean().optional(),
});

type JobDefinition = {
  payload: z.ZodType<object>;
  retryLimit: number;
  /** Wait before the first retry; it doubles each time, up to `retryDelayMaxSeconds`. */
  retryDelaySeconds: number;
  retryDelayMaxSeconds: number;
  /** A run that takes longer counts as failed. */
  expireSeconds: number;
  /** Gets the payload when the last retry failed. */
  deadLetter?: string;
  /** At most one waits or runs. */
  exclusive?: boolean;
  /** Added by itself, in UTC. */
  cron?: string;
  /** How long an ended one is remembered. Default: an hour. */
  rememberedSeconds?: number;
  /** Only the version before this one adds it: what it left is done, and the next version knows it no more. */
  isOld?: boolean;
};

/** As long as an Idempotency-Key, whose repeat asks what became of the analysis. */
const daySeconds = 24 * 3_600;

/** Looked for each minute, by one at a time. What a run does not get done is left to the next. */
const eachMinute = {
  payload: z.object({}),
  retryLimit: 0,
  retryDelaySeconds: 1,
  retryDelayMaxSeconds: 1,
  expireSeconds: 1_200,
  exclusive: true,
  cron: '* * * * *',
} as const;

/** Everything that can be asked of the queue. Who does it stands in `jobs/index.ts`. */
const jobs = {
  /** Analyse one picture and write its verdict. Retried after about 1, 2 and 4 s. The version before this one adds videos here, too. */
  'moderate-media': {
    payload: MediaAttempt,
    retryLimit: 3,
    retryDelaySeconds: 1,
    retryDelayMaxSeconds: 60,
    // Two rounds of analysers, each a minute of retries, a pause and a last try of two minutes; a silent process is noticed after 45 s.
    expireSeconds: 600,
    rememberedSeconds: daySeconds,
    deadLetter: 'moderate-media-failed',
  },
  /** The same of a video, which waits beside the pictures: machines for either scale apart. It is given more time by its seconds. */
  'moderate-video': {
    payload: MediaAttempt,
    retryLimit: 3,
    retryDelaySeconds: 1,
    retryDelayMaxSeconds: 60,
    expireSeconds: 600,
    rememberedSeconds: daySeconds,
    deadLetter: 'moderate-media-failed',
  },
  /**
   * Read what is written in an item that a person looks at, or in some of those of an account that wants it now. Whoever analyses does it
   * when nothing else waits. Each item counts its own tries, so that a job goes on without those that end its process.
   */
  'read-writing': {
    payload: z.union([z.object({ mediaId: z.uuid() }), z.object({ accountId: z.uuid(), run: z.uuid() })]),
    retryLimit: 20,
    retryDelaySeconds: 1,
    retryDelayMaxSeconds: 300,
    expireSeconds: 600,
    // An item that one of them could not read is asked for again soon.
    rememberedSeconds: 60,
  },
  /** The same of one video, which takes longer by its seconds. */
  'read-video': {
    payload: z.object({ mediaId: z.uuid() }),
    retryLimit: 3,
    retryDelaySeconds: 1,
    retryDelayMaxSeconds: 60,
    expireSeconds: 600,
    // An item that one of them could not read is asked for again soon.
    rememberedSeconds: 60,
  },
  /** Make the large copy of a picture that somebody has opened. Who waits gives up long before; the next one asks again. */
  'make-display': {
    payload: z.object({ mediaId: z.uuid(), packKey: z.string().min(1) }),
    retryLimit: 1,
    retryDelaySeconds: 1,
    retryDelayMaxSeconds: 1,
    expireSeconds: 60,
    // One that failed may be asked for again soon.
    rememberedSeconds: 60,
  },
  /** The analysis failed for good (its process died each time): release the frames, say so on the item. */
  'moderate-media-failed': {
    payload: MediaAttempt,
    retryLimit: 20,
    retryDelaySeconds: 1,
    retryDelayMaxSeconds: 300,
    expireSeconds: 60,
  },
  /** One mail, sealed: the queue's table is no place for codes and links. Retried for about 6 hours. */
  'send-mail': {
    payload: z.object({ sealed: z.string().min(1) }),
    retryLimit: 12,
    retryDelaySeconds: 5,
    retryDelayMaxSeconds: 3_600,
    expireSeconds: 60,
    deadLetter: 'send-mail-failed',
  },
  /** A mail that is not tried again: say so in the log. `why` is missing when the last try failed like the others. */
  'send-mail-failed': {
    payload: z.object({ sealed: z.string().min(1), why: z.string().optional() }),
    retryLimit: 5,
    retryDelaySeconds: 5,
    retryDelayMaxSeconds: 300,
    expireSeconds: 60,
    // How many failed today is counted.
    rememberedSeconds: daySeconds,
  },
  /** The notification of a test payment by the card that is told late. */
  'sandbox-notify': {
    payload: z.object({ uuid: z.uuid(), last4: z.string().nullable() }),
    retryLimit: 5,
    retryDelaySeconds: 1,
    retryDelayMaxSeconds: 60,
    expireSeconds: 60,
  },
  /** Make the file of an export, from its beginning at each try. */
  'export-data': {
    payload: z.object({ exportId: z.uuid() }),
    retryLimit: 4,
    retryDelaySeconds: 2,
    retryDelayMaxSeconds: 60,
    // Pictures of a large account are copied for hours.
    expireSeconds: 6 * 3_600,
  },
  /** Fetch and upload the addresses of a batch that are still open; a run that was cut off goes on where it was. */
  'run-batch': {
    payload: z.object({ batchId: z.uuid() }),
    retryLimit: 20,
    retryDelaySeconds: 1,
    retryDelayMaxSeconds: 300,
    // 100 addresses, four at a time, 70 s each at most, with some to spare.
    expireSeconds: 3_600,
  },
  /** Decide what a person selected by a filter, or take it back. A run that was cut off goes on where it was. */
  'run-bulk': {
    payload: z.object({ runId: z.uuid() }),
    retryLimit: 20,
    retryDelaySeconds: 1,
    retryDelayMaxSeconds: 60,
    // 20,000 items, 50 ms each, with some to spare.
    expireSeconds: 3_600,
  },
  /**
   * Somebody asked for a new password. Sealed too: it holds the address that was typed. Whether there is such an account is looked
   * up here and not in the request, so that the answer takes the same time either way.
   */
  'request-reset': {
    payload: z.object({ sealed: z.string().min(1) }),
    retryLimit: 8,
    retryDelaySeconds: 2,
    retryDelayMaxSeconds: 300,
    expireSeconds: 60,
  },
  /** Remove what a deleted person or account has left; see `deletion/`. Retried for about an hour, then by the sweep. */
  'delete-account': {
    payload: z.object({ userId: z.uuid().nullable(), accountIds: z.array(z.uuid()) }),
    retryLimit: 15,
    retryDelaySeconds: 2,
    retryDelayMaxSeconds: 300,
    // Files of a large account are removed for long.
    expireSeconds: 6 * 3_600,
  },
  /** One attempt at telling one webhook of one event. Deliveries are rows now, which lanes take (`webhooks/lanes`). */
  'deliver-webhook': {
    payload: z.object({ deliveryId: z.uuid(), attempt: z.number().int().min(1) }),
    retryLimit: 20,
    retryDelaySeconds: 1,
    retryDelayMaxSeconds: 300,
    expireSeconds: 60,
    isOld: true,
  },
  /** Send again what a hook was given up on, of one day. A run that was cut off goes on with what is left. */
  'resend-failed': {
    payload: z.object({ webhookId: z.uuid(), day: z.iso.date(), before: z.iso.datetime() }),
    retryLimit: 20,
    retryDelaySeconds: 1,
    retryDelayMaxSeconds: 300,
    expireSeconds: 3_600,
  },
  /** Send statements to the EU's database, or check them alone. A run that was cut off goes on where it was. */
  'send-statements': {
    payload: z.object({ runId: z.uuid() }),
    retryLimit: 20,
    retryDelaySeconds: 1,
    retryDelayMaxSeconds: 900,
    // A hundred a second at least: 100,000 statements and more.
    expireSeconds: 3_600,
  },
  /** Remove what an erased author left. A run that was cut off goes on where it was. */
  'erase-author': {
    payload: z.object({ erasureId: z.uuid() }),
    retryLimit: 20,
    retryDelaySeconds: 1,
    retryDelayMaxSeconds: 300,
    // Fifty items a transaction: of hundreds of thousands there are files to remove for long.
    expireSeconds: 6 * 3_600,
    // One that gave up may be asked for again by the sweep.
    rememberedSeconds: 60,
  },
  /** Find the item that a notice from outside names, and its copies. */
  'search-notice-copies': {
    payload: z.object({ noticeId: z.uuid() }),
    retryLimit: 20,
    retryDelaySeconds: 1,
    retryDelayMaxSeconds: 300,
    expireSeconds: 600,
  },
  /** What time alone brings about: expired registrations, old exports, stuck uploads. */
  sweep: {
    payload: z.object({}),
    retryLimit: 0,
    retryDelaySeconds: 1,
    retryDelayMaxSeconds: 1,
    // Longer than its minute: none is added while one runs.
    expireSeconds: 600,
    exclusive: true,
    cron: '* * * * *',
  },
  /** Messages to Slack and Discord: made, then sent. */
  'tell-chats': {
    payload: z.object({}),
    retryLimit: 0,
    retryDelaySeconds: 1,
    retryDelayMaxSeconds: 1,
    expireSeconds: 600,
    exclusive: true,
    cron: '* * * * *',
  },
  /** Files that no row needs any more. It ends when nothing is left, or after 20 minutes, and goes on a minute later. */
  'sweep-objects': eachMinute,
  /** Objects of buckets that events named, taken in. Events add it too; one that runs takes all that is due. */
  'judge-buckets': eachMinute,
  /** Verdicts for objects of buckets, written as their tags. Apart from taking them in, which lasts hours for a large bucket. */
  'tag-buckets': eachMinute,
  /** What accounts keep for some days only. Once a day it goes through all of them; bodies of deliveries are looked for each time. */
  retain: {
    payload: z.object({}),
    retryLimit: 0,
    retryDelaySeconds: 1,
    retryDelayMaxSeconds: 1,
    // A large account that chose fewer days loses millions of items. What a run that was cut off has not done, the next one does.
    expireSeconds: 6 * 3_600,
    exclusive: true,
    cron: '* * * * *',
  },
  /** What a remote payment provider has to be told, and is asked. Some dozen calls of ten seconds at most. */
  'call-payment-provider': eachMinute,
} as const satisfies Record<string, JobDefinition>;

export type JobName = keyof typeof jobs;
type JobPayloads = { [N in JobName]: z.output<(typeof jobs)[N]['payload']> };
export type JobPayload<N extends JobName> = JobPayloads[N];

/** The same table, in the form that keeps name and payload together for the compiler. */
const readers: { [N in JobName]: { payload: { parse(value: unknown): JobPayloads[N] } } } = jobs;

/** @throws ZodError when the value is not what this job takes */
export const parsePayload = <N extends JobName>(name: N, value: unknown): JobPayload<N> => readers[name].payload.parse(value);

const isJobName = (name: string): name is JobName => name in jobs;
export const jobNames: readonly JobName[] = Object.keys(jobs).filter(isJobName);

/** The definition with its optional parts, which the table's literal types hide. */
export const jobDefinition = (name: JobName): JobDefinition => jobs[name];
