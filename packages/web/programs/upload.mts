import { openAsBlob } from 'node:fs';
// npm run pack:sdk in a clone makes the file that npm installs.
import { createClient } from '@clearframe/sdk';

const { CLEARFRAME_URL = '', TOKEN = '' } = process.env;
const client = createClient({ baseUrl: CLEARFRAME_URL, token: TOKEN });

// Time-out, retries and the Idempotency-Key are the SDK's.
const { media_upload } = await client.upload({
  media: await openAsBlob('pears.webp'),
  filename: 'pears.webp',
  title: 'Three pears',
  tags: ['fruit', 'kitchen'],
  metadata: { order: 42 },
  waitMs: 5_000,
});
const { id, moderation } = await client.waitForVerdict(media_upload.id);
console.log(JSON.stringify({ id, passed: moderation?.passed, reason: moderation?.reason }));
