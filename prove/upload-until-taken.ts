import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ClearframeError, type Client } from '@clearframe/sdk';

/** What is uploaded. */
export const picture = readFileSync(join(import.meta.dirname, '../packages/engine/fixtures/benign/pears.webp'));

type HowToUpload = { bytes?: Uint8Array<ArrayBuffer>; waitMs?: number };

/** As clients are told to: the same key again after a broken connection, a 5xx or a 409. @returns the item's id */
export async function uploadUntilTaken(client: Client, key: string, how: HowToUpload = {}): Promise<string> {
  const { bytes = picture, waitMs = 2_000 } = how;
  for (;;) {
    try {
      const media = new Blob([bytes], { type: 'image/webp' });
      const answer = await client.upload({ media, filename: 'photograph.webp', caption: key, idempotencyKey: key, waitMs });
      return answer.media_upload.id;
    } catch (error) {
      const again = error instanceof ClearframeError && (error.status === 0 || error.status >= 500 || error.status === 409);
      if (!again) throw error;
      await sleep(100);
    }
  }
}
