import { endpoints, limits, type MediaUpload, messages, type UploadResult } from '@clearframe/contract';
import { type Answer, ClearframeError, readAnswer, receive } from './answer.ts';

export type ClientOptions = {
  /** Origin of the server, such as https://moderation.example.com */
  baseUrl: string;
  /** An API token made in the dashboard (cf_live_…). */
  token: string;
  fetch?: typeof fetch;
};

export type UploadOptions = {
  /** A file, or the address of one. */
  media: Blob | string;
  filename?: string;
  title?: string;
  description?: string;
  caption?: string;
  tags?: readonly string[];
  metadata?: unknown;
  /** Repeating a request with the same key never uploads or charges twice. */
  idempotencyKey?: string;
  /** Longest wait for the verdict, 0…25,000 ms; later `status` is "processing". */
  waitMs?: number;
  signal?: AbortSignal;
};

export type Client = {
  /** @throws ClearframeError; the signal's reason when that aborted */
  upload(options: UploadOptions): Promise<UploadResult>;
  /** @throws ClearframeError 404 when the item is not there or belongs to another account */
  getMedia(id: string): Promise<MediaUpload>;
};

function uploadForm(options: UploadOptions): FormData {
  const form = new FormData();
  for (const name of ['title', 'description', 'caption'] as const) {
    const value = options[name];
    if (value !== undefined) form.append(name, value);
  }
  if (options.tags) form.append('tags', options.tags.join(','));
  if (options.metadata !== undefined) form.append('metadata', JSON.stringify(options.metadata));
  if (typeof options.media === 'string') form.append('media', options.media);
  else form.append('media', options.media, options.filename ?? 'upload');
  return form;
}

/** A typed client of the external API. Needs nothing but `fetch`. */
export function createClient({ baseUrl, token, fetch: send = fetch }: ClientOptions): Client {
  const request = async (url: URL, init: RequestInit): Promise<Answer> => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${token}`);
    try {
      return await receive(await send(url, { ...init, headers }));
    } catch (cause) {
      if (init.signal?.aborted) throw cause;
      throw new ClearframeError(0, messages.requestFailed, { cause });
    }
  };
  return {
    async upload(options) {
      const url = new URL(`/api${endpoints.apiUpload.path}`, baseUrl);
      if (options.waitMs !== undefined) url.searchParams.set('wait', String(Math.min(options.waitMs, limits.apiWaitMs) / 1000));
      const answer = await request(url, {
        method: 'POST',
        body: uploadForm(options),
        headers: options.idempotencyKey === undefined ? {} : { 'idempotency-key': options.idempotencyKey },
        ...(options.signal ? { signal: options.signal } : {}),
      });
      return readAnswer(endpoints.apiUpload, answer);
    },
    async getMedia(id) {
      const path = endpoints.apiGetMedia.path.replace(':id', encodeURIComponent(id));
      const answer = await request(new URL(`/api${path}`, baseUrl), { method: 'GET' });
      return readAnswer(endpoints.apiGetMedia, answer).media_upload;
    },
  };
}
