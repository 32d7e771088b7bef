import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Analysis, UploadResult } from '@clearframe/contract';
import { bareCredentials, categoryNames, sniffKind } from '@clearframe/contract';
import {
  convertClassifier,
  createEngine,
  createShown,
  type Engine,
  MediaError,
  stripMetadata,
  stripVideo,
} from '@clearframe/engine';
import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { openPeriod } from '../../src/billing/periods.ts';
import type { Context } from '../../src/context.ts';
import { membership } from '../../src/db/schema.ts';
import type { Stripper } from '../../src/moderation/analyse/clean-original.ts';
import { makeDisplay } from '../../src/moderation/analyse/make-display.ts';
import { type Examiner, moderate } from '../../src/moderation/analyse/moderate.ts';
import type { Built } from './build.ts';
import { registerAndSignIn, type SignedInBrowser } from './sign-in.ts';

const fixtures = join(import.meta.dirname, '../../../engine/fixtures');

/** A picture of the engine's fixtures, such as `benign/pears.webp`. */
export const picture = (name: string): Buffer => readFileSync(join(fixtures, name));

/** The real engine, for tests in which the verdict matters. */
export async function loadEngine(): Promise<Engine> {
  return await createEngine({ classifier: await convertClassifier() });
}

const coverage = Object.fromEntries(categoryNames.map((name) => [name, 'not_assessed'])) as Analysis['coverage'];

/** What takes the engine's place, or the engine itself where no video comes. */
type PictureExaminer = Pick<Examiner, 'examine'> & Partial<Examiner>;

/** Of a run that nobody watches. */
export const signs = {
  alive: () => {},
  complete: async () => true,
  committed: () => {},
  isFirst: false,
  holds: async () => true,
  isLast: false,
  signal: new AbortController().signal,
  stopping: new AbortController().signal,
};

/** Takes metadata out in this process, as a decoder does in its own. */
const directStripper: Stripper = { stripPicture: async (kind, bytes) => stripMetadata(kind, bytes), stripVideo };

/** An examiner for everything, of one that is only asked for pictures. */
export const wholeExaminer = (examiner: PictureExaminer): Examiner => ({
  examineVideo: () => Promise.reject(new Error('No video is expected here')),
  analyse: async (bytes) => (await examiner.examine(bytes)).analysis,
  assess: (bytes, how) => examiner.examine(bytes, how),
  makeDisplay: () => Promise.reject(new Error('No large copy is expected here')),
  readCredentials: async () => bareCredentials('none'),
  showSeconds: () => Promise.reject(new Error('No second is expected here')),
  ...directStripper,
  ...examiner,
});

/** Has one queued item moderated in this process. */
export const moderateNow = (context: Context, examiner: PictureExaminer, job: Parameters<typeof moderate>[2]): Promise<void> =>
  moderate(context, wholeExaminer(examiner), job, signs);

/** Takes the engine's place where only the way matters: everything is harmless, `broken` anywhere in a file is a damaged one. */
export const quickExaminer: Pick<Examiner, 'examine'> = {
  async examine(bytes) {
    const kind = sniffKind(bytes);
    if (!kind || Buffer.from(bytes).includes('broken')) throw new MediaError('undecodable');
    const copy = { bytes: Buffer.from('a copy'), mimeType: 'image/webp', width: 1, height: 1 } as const;
    return {
      analysis: {
        kind,
        width: 1,
        height: 1,
        frames_analysed: 1,
        scores: { nudity: 0.01 },
        coverage: { ...coverage, nudity: 'assessed' },
        description: 'A small picture.',
        text: '',
        processing_time_ms: 1,
        analysis_version: 'quick',
      },
      display: copy,
      thumbnail: copy,
      shown: createShown({ data: new Uint8Array(3), width: 1, height: 1 }),
    };
  },
};

/** The quick examiner of pictures with these words in them, which it reads where it shall. */
export const writtenExaminer = (text: string): typeof quickExaminer => ({
  async examine(bytes, { readWriting = true } = {}) {
    const examined = await quickExaminer.examine(bytes);
    const written = readWriting ? ({ text, writing: 'read' } as const) : ({ text: '', writing: 'not_read' } as const);
    return { ...examined, analysis: { ...examined.analysis, ...written } };
  },
});

/** Works on queued uploads in this process, as an analysis process would. */
export async function runQueuedModeration({ context }: Built, examiner: PictureExaminer, concurrency = 1): Promise<void> {
  const whole = wholeExaminer(examiner);
  await context.queue.work('make-display', {}, (payload, run) => makeDisplay(context, whole, payload, run));
  for (const name of ['moderate-media', 'moderate-video'] as const)
    await context.queue.work(name, { concurrency }, (payload, run) => moderate(context, whole, payload, run));
}

export type FormFields = Record<string, string | { bytes: Uint8Array; name: string }>;

/** Headers and bytes of a multipart form, fields in the order given. */
export async function multipart(fields: FormFields): Promise<{ headers: Record<string, string>; payload: Buffer }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([Buffer.from(value.bytes)]), value.name);
  }
  const encoded = new Response(form);
  return {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  };
}

export type Uploader = SignedInBrowser & {
  accountId: string;
  /** A bearer token of the account. */
  token: string;
  /** Sends a form to the dashboard's door. */
  upload(fields: FormFields, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Sends a form to the external door. */
  apiUpload(fields: FormFields, options?: { headers?: Record<string, string>; query?: string }): Promise<LightMyRequestResponse>;
  get(path: string): Promise<LightMyRequestResponse>;
};

export const dayMs = 24 * 3_600_000;

/** Opens a period of a month for the account. */
export async function grantFrames({ context, clock }: Built, accountId: string, frames: number): Promise<void> {
  const now = clock.now();
  const endsAt = new Date(now.getTime() + 30 * dayMs);
  const period = { accountId, subscriptionId: null, frames, startsAt: now, endsAt, reason: 'test' };
  await context.db.transaction((tx) => openPeriod(tx, period));
}

/** A signed-in person whose account has frames and a token. @param frames null = no period at all (and so no token) */
export async function createUploader(built: Built, frames: number | null = 100): Promise<Uploader> {
  const browser = await registerAndSignIn(built);
  const [member] = await built.context.db.select().from(membership).where(eq(membership.userId, browser.userId));
  if (!member) throw new Error('The person is no member');
  const { accountId } = member;
  if (frames !== null) await grantFrames(built, accountId, frames);
  const created = await built.app.inject({
    method: 'POST',
    url: '/api/access-tokens',
    headers: browser.headers,
    payload: { name: 'test' },
  });
  const token = frames === null ? '' : created.json<{ data: { access_token: { token: string } } }>().data.access_token.token;
  const send = async (url: string, fields: FormFields, headers: Record<string, string>) => {
    const form = await multipart(fields);
    return await built.app.inject({ method: 'POST', url, headers: { ...headers, ...form.headers }, payload: form.payload });
  };
  return {
    ...browser,
    accountId,
    token,
    upload: (fields, headers = {}) => send('/api/media/upload', fields, { ...browser.headers, ...headers }),
    apiUpload: (fields, { headers = {}, query = '' } = {}) =>
      send(`/api/v1/upload${query}`, fields, { authorization: `Bearer ${token}`, ...headers }),
    get: (path) => built.app.inject({ url: path, headers: browser.headers }),
  };
}

/** The data of a successful upload; anything else fails the test with the answer. */
export function resultOf(answer: LightMyRequestResponse): UploadResult {
  if (answer.statusCode !== 200 && answer.statusCode !== 202) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer.json<{ data: UploadResult }>().data;
}

/** A file part. */
export const file = (bytes: Uint8Array, name = 'picture.png') => ({ bytes, name });

/** The smallest header of each kind: taken in, though nothing can decode it. */
export const pngHeader = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
