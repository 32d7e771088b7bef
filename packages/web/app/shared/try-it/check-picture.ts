import { limits, type MediaStage, type MediaUpload, messages, tryItEndpoints } from '@clearframe/contract';
import { ClearframeError, readAnswer, receive } from '@clearframe/sdk';
import { endpointAddress } from '../api/api-client.ts';

export type Checked = { media: MediaUpload; deletedBy: string };

/** Answered by the server, and no end in sight: no analysis process takes the picture. */
export class TryTimeout extends Error {}

/** @throws ClearframeError with status 0 when there is no answer */
async function ask(address: string, init: RequestInit) {
  const answer = await fetch(address, { ...init, headers: { Accept: 'application/json' } }).catch((cause: unknown) => {
    throw new ClearframeError(0, messages.requestFailed, { cause });
  });
  return await receive(answer);
}

/**
 * Sends one picture of a visitor and asks how far it is until there is a verdict.
 * @param onStage called with each stage that was heard of
 * @throws ClearframeError on a refusal or without an answer, TryTimeout after `limits.uploadClientTimeoutMs`
 */
export async function checkPicture(file: File, onStage: (stage: MediaStage) => void): Promise<Checked> {
  const form = new FormData();
  form.set('media', file, file.name);
  const { tryPicture, readTry } = tryItEndpoints;
  const { id } = readAnswer(tryPicture, await ask(endpointAddress(tryPicture), { method: tryPicture.method, body: form }));
  const endsAt = performance.now() + limits.uploadClientTimeoutMs;
  let seen: MediaStage = 'queued';
  onStage(seen);
  while (performance.now() < endsAt) {
    const address = endpointAddress(readTry, { params: { id }, query: { seen } });
    const { stage, media_upload, deleted_by } = readAnswer(readTry, await ask(address, { method: readTry.method }));
    if (media_upload) return { media: media_upload, deletedBy: deleted_by };
    seen = stage;
    onStage(seen);
  }
  throw new TryTimeout();
}
