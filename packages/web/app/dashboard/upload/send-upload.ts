import { itemEndpoints, limits, messages, type UploadResult } from '@clearframe/contract';
import { ClearframeError, readAnswer } from '@clearframe/sdk';
import { withRefresh } from '../../shared/api/session-refresh.ts';
import { pageConnection } from '../../shared/connection/page-connection.ts';

/** The client stopped waiting after `limits.uploadClientTimeoutMs`; the server may still finish. */
export class UploadTimeout extends Error {}

export type UploadFields = { title: string; description: string; caption: string; tags: string };

export type UploadRequest = {
  /** A file, or the address of a picture that the server fetches. */
  media: File | string;
  fields: UploadFields;
  /** The Idempotency-Key: a retry under the same one is never charged twice. */
  uploadId: string;
  /** Share of the bytes handed over, 0…1. */
  onProgress: (sent: number) => void;
  signal: AbortSignal;
};

function formOf({ media, fields }: UploadRequest): FormData {
  const form = new FormData();
  // The text fields go first, so that the server knows them when the file arrives.
  for (const [name, value] of Object.entries(fields)) {
    if (value.trim() !== '') form.set(name, value);
  }
  // A part with a file name is a file, one without is an address.
  if (typeof media === 'string') form.set('media', media);
  else form.set('media', media, media.name);
  return form;
}

/** XMLHttpRequest because fetch tells nothing about the bytes on their way. */
function send(request: UploadRequest, timeoutMs: number): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    xhr.open(itemEndpoints.uploadMedia.method, `/api${itemEndpoints.uploadMedia.path}`);
    xhr.setRequestHeader('Accept', 'application/json');
    xhr.setRequestHeader('Idempotency-Key', request.uploadId);
    xhr.timeout = timeoutMs;
    xhr.upload.onprogress = (event) => {
      if (event.lengthComputable) request.onProgress(event.loaded / event.total);
    };
    xhr.upload.onload = () => request.onProgress(1);
    xhr.onload = () => resolve({ status: xhr.status, body: xhr.responseText });
    xhr.onerror = () => {
      pageConnection.doubt();
      reject(new ClearframeError(0, messages.uploadFailed));
    };
    xhr.ontimeout = () => reject(new UploadTimeout(messages.uploadTimeout));
    xhr.onabort = () => reject(request.signal.reason);
    xhr.onloadend = () => request.signal.removeEventListener('abort', abort);
    request.signal.addEventListener('abort', abort);
    xhr.send(formOf(request));
    if (request.signal.aborted) xhr.abort();
  });
}

/**
 * Sends one upload and waits for the answer, at most `limits.uploadClientTimeoutMs` a try.
 * @throws ClearframeError on a refusal, UploadTimeout when the wait was too long, the signal's reason when it was aborted
 */
export async function sendUpload(request: UploadRequest): Promise<UploadResult> {
  const answer = await withRefresh(() => send(request, limits.uploadClientTimeoutMs));
  return readAnswer(itemEndpoints.uploadMedia, answer);
}
