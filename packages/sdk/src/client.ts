import {
  type ApiUsage,
  type AppealReceipt,
  type Author,
  type AuthorErasure,
  type AuthorList,
  type Batch,
  type DataExport,
  type EndpointData,
  type EndpointInput,
  endpoints,
  type Label,
  limits,
  type MediaUpload,
  type Notice,
  type NoticeList,
  type Statement,
  type StatementList,
  type UploadResult,
  type VideoFrames,
} from '@clearframe/contract';
import { type ListOptions, listMedia } from './list-media.ts';
import { type ClientOptions, createSend, type Send } from './send.ts';
import { realTiming } from './timing.ts';
import { type UploadOptions, uploadForm } from './upload-form.ts';
import { pollVerdict, type WaitOptions } from './wait-for-verdict.ts';

/** What each second of a video scored, a stretch at a time, from the first second to the last. */
async function* videoFrames(send: Send, id: string, signal?: AbortSignal): AsyncGenerator<VideoFrames, void, void> {
  for (let from: number | null = 0; from !== null; ) {
    const stretch: VideoFrames = await send(endpoints.apiMediaFrames, { params: { id }, query: { from }, signal });
    yield stretch;
    from = stretch.next_from;
  }
}

type DecideOptions = { note?: string; holdMs?: number; signal?: AbortSignal };
type FailOptions = DecideOptions & { /** Key or id of an active label. */ label?: string };
type AuthorsOptions = CallOptions & EndpointInput<typeof endpoints.apiListAuthors>['query'];
type AuthorSetting = EndpointInput<typeof endpoints.apiSetAuthorAction>['body'];
type NoticeListOptions = CallOptions & EndpointInput<typeof endpoints.apiListNotices>['query'];
type NoticeFiling = EndpointInput<typeof endpoints.apiCreateNotice>['body'];
type NoticeAnswer = EndpointInput<typeof endpoints.apiDecideNotice>['body'];
type StatementsOptions = CallOptions & EndpointInput<typeof endpoints.apiListStatements>['query'];
type AppealOptions = CallOptions & EndpointInput<typeof endpoints.apiAppeal>['body'];
type BatchItems = EndpointInput<typeof endpoints.apiCreateBatch>['body']['items'];
type BatchOptions = { items: BatchItems; idempotencyKey?: string; signal?: AbortSignal };
type CallOptions = { signal?: AbortSignal };
type FramesOptions = { from?: number; limit?: number; signal?: AbortSignal };

/** Each call throws ClearframeError, or the reason of the signal that aborted it. */
export type Client = {
  upload(options: UploadOptions): Promise<UploadResult>;
  /** @throws ClearframeError 404 when the item is not there or belongs to another account */
  getMedia(id: string, options?: CallOptions): Promise<MediaUpload>;
  /** What each second of a video scored, at most 1,000 at a time; go on with `next_from`. @throws ClearframeError 404 for a picture */
  getFrames(id: string, options?: FramesOptions): Promise<VideoFrames>;
  /** Asks until the analysis is over. @throws ClearframeError with the code `verdict_timeout` or `analysis_failed` */
  waitForVerdict(id: string, options?: WaitOptions): Promise<MediaUpload>;
  /** Every item that the filter lets through, newest first: `for await (const item of client.listMedia({ status: 'flagged' }))`. */
  listMedia(options?: ListOptions): AsyncGenerator<MediaUpload, void, void>;
  /** What each second of a video scored, a stretch at a time. */
  frames(id: string, options?: CallOptions): AsyncGenerator<VideoFrames, void, void>;
  passMedia(id: string, options?: DecideOptions): Promise<EndpointData<typeof endpoints.apiPassMedia>>;
  /** Without a label it bears that of the highest flagged category. */
  failMedia(id: string, options?: FailOptions): Promise<EndpointData<typeof endpoints.apiFailMedia>>;
  /** With its files, for good. */
  deleteMedia(id: string, options?: CallOptions): Promise<void>;
  /** Those whose uploads you send, a page at a time. */
  listAuthors(query?: AuthorsOptions): Promise<AuthorList>;
  /** Somebody whose uploads you send, by your own id. @throws ClearframeError 404 where nothing of theirs was uploaded */
  getAuthor(id: string, options?: CallOptions): Promise<Author>;
  /** Trusts, watches or blocks an author from their next item on. */
  setAuthorAction(id: string, action: AuthorSetting, options?: CallOptions): Promise<Author>;
  /** Asks for a ZIP of all that is held about an author. @throws ClearframeError 409 while another is made */
  exportAuthor(id: string, options?: CallOptions): Promise<DataExport>;
  /** How far an export is; `url` opens the file for some minutes once it is done. */
  getExport(id: string, options?: CallOptions): Promise<EndpointData<typeof endpoints.apiGetExport>>;
  /** Removes an author for good, with their items or with the link to them. */
  eraseAuthor(id: string, items: AuthorErasure['items'], options?: CallOptions): Promise<AuthorErasure>;
  getErasure(id: string, options?: CallOptions): Promise<AuthorErasure>;
  /** Why something is restricted, newest first, a page at a time. */
  listStatements(query?: StatementsOptions): Promise<StatementList>;
  getStatement(id: string, options?: CallOptions): Promise<Statement>;
  /** Appeals for whoever uploaded it. @throws ClearframeError with the code `appeal_exists` or `appeal_closed` */
  appeal(statementId: string, appeal: AppealOptions): Promise<AppealReceipt>;
  /** The reasons for a Fail. */
  listLabels(options?: CallOptions): Promise<Label[]>;
  /** Files a notice about an item. Needs the scope `report`. */
  createNotice(notice: NoticeFiling, options?: CallOptions): Promise<Notice>;
  listNotices(options?: NoticeListOptions): Promise<NoticeList>;
  getNotice(id: string, options?: CallOptions): Promise<Notice>;
  /** Links an open notice to an item, and searches the copies of it. */
  linkNotice(id: string, mediaId: string, options?: CallOptions): Promise<Notice>;
  /** Decides a notice, once, and mails the answer. @throws ClearframeError 409 where it was decided already */
  decideNotice(id: string, decision: NoticeAnswer, options?: CallOptions): Promise<Notice>;
  usage(options?: CallOptions): Promise<ApiUsage>;
  /** Up to 100 addresses as one job. */
  createBatch(options: BatchOptions): Promise<Batch>;
  getBatch(id: string, options?: CallOptions): Promise<Batch>;
};

const seconds = (waitMs: number | undefined) =>
  waitMs === undefined ? undefined : Math.min(Math.max(0, Math.floor(waitMs / 1000)), limits.apiWaitMs / 1000);

/** A typed client of the external API. Needs nothing but `fetch` and Web Crypto: Node, Deno, Bun, Workers, browsers. */
export function createClient(options: ClientOptions): Client {
  const send = createSend(options);
  const { timing = realTiming } = options;
  const getMedia: Client['getMedia'] = async (id, { signal } = {}) =>
    (await send(endpoints.apiGetMedia, { params: { id }, signal })).media_upload;
  const decided = ({ note, holdMs, label }: FailOptions) => ({
    ...(label === undefined ? {} : { label }),
    ...(note === undefined ? {} : { note }),
    ...(holdMs === undefined ? {} : { hold_ms: holdMs }),
  });
  return {
    upload: (upload) =>
      send(endpoints.apiUpload, {
        query: { wait: seconds(upload.waitMs) },
        form: () => uploadForm(upload),
        key: upload.idempotencyKey ?? crypto.randomUUID(),
        once: upload.media instanceof ReadableStream,
        signal: upload.signal,
      }),
    getMedia,
    getFrames: (id, { from, limit, signal } = {}) =>
      send(endpoints.apiMediaFrames, { params: { id }, query: { from, limit }, signal }),
    waitForVerdict: (id, wait = {}) => pollVerdict(() => getMedia(id, wait), timing, wait),
    listMedia: (list) => listMedia(send, list),
    frames: (id, { signal } = {}) => videoFrames(send, id, signal),
    passMedia: (id, decide = {}) =>
      send(endpoints.apiPassMedia, { params: { id }, json: decided(decide), signal: decide.signal }),
    failMedia: (id, decide = {}) =>
      send(endpoints.apiFailMedia, { params: { id }, json: decided(decide), signal: decide.signal }),
    async deleteMedia(id, { signal } = {}) {
      await send(endpoints.apiDeleteMedia, { params: { id }, signal });
    },
    listAuthors: ({ signal, ...query } = {}) => send(endpoints.apiListAuthors, { query, signal }),
    getAuthor: async (id, { signal } = {}) => (await send(endpoints.apiGetAuthor, { params: { id }, signal })).author,
    listStatements: ({ signal, ...query } = {}) => send(endpoints.apiListStatements, { query, signal }),
    getStatement: async (id, { signal } = {}) => (await send(endpoints.apiGetStatement, { params: { id }, signal })).statement,
    appeal: async (id, { signal, ...json }) => (await send(endpoints.apiAppeal, { params: { id }, json, signal })).appeal,
    setAuthorAction: async (id, action, { signal } = {}) =>
      (await send(endpoints.apiSetAuthorAction, { params: { id }, json: action, signal })).author,
    exportAuthor: async (id, { signal } = {}) => (await send(endpoints.apiExportAuthor, { params: { id }, signal })).export,
    getExport: (id, { signal } = {}) => send(endpoints.apiGetExport, { params: { id }, signal }),
    eraseAuthor: async (id, items, { signal } = {}) =>
      (await send(endpoints.apiEraseAuthor, { params: { id }, json: { items }, signal })).erasure,
    getErasure: async (id, { signal } = {}) => (await send(endpoints.apiGetAuthorErasure, { params: { id }, signal })).erasure,
    listLabels: async ({ signal } = {}) => (await send(endpoints.apiListLabels, { signal })).labels,
    createNotice: async (notice, { signal } = {}) => (await send(endpoints.apiCreateNotice, { json: notice, signal })).notice,
    listNotices: ({ signal, ...query } = {}) => send(endpoints.apiListNotices, { query, signal }),
    getNotice: async (id, { signal } = {}) => (await send(endpoints.apiGetNotice, { params: { id }, signal })).notice,
    linkNotice: async (id, media_id, { signal } = {}) =>
      (await send(endpoints.apiLinkNotice, { params: { id }, json: { media_id }, signal })).notice,
    decideNotice: async (id, decision, { signal } = {}) =>
      (await send(endpoints.apiDecideNotice, { params: { id }, json: decision, signal })).notice,
    usage: ({ signal } = {}) => send(endpoints.apiUsage, { signal }),
    async createBatch({ items, idempotencyKey = crypto.randomUUID(), signal }) {
      return (await send(endpoints.apiCreateBatch, { json: { items }, key: idempotencyKey, signal })).batch;
    },
    async getBatch(id, { signal } = {}) {
      return (await send(endpoints.apiGetBatch, { params: { id }, signal })).batch;
    },
  };
}
