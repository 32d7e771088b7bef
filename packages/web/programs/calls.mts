// setup
import { openAsBlob } from 'node:fs';
import { createClient } from '@clearframe/sdk';

const { CLEARFRAME_URL = '', TOKEN = '', PICTURE_URL = '', VIDEO_ID = '' } = process.env;
const client = createClient({ baseUrl: CLEARFRAME_URL, token: TOKEN });
// apiUpload
const { media_upload, moderation } = await client.upload({
  media: await openAsBlob('pears.webp'),
  filename: 'pears.webp',
  title: 'Three pears',
  caption: 'On the shelf, fresh today',
  tags: ['fruit', 'kitchen'],
});
console.log(media_upload.id, moderation?.passed);
// apiListMedia
for await (const { id, title } of client.listMedia({ status: 'safe' })) console.log(id, title);
// apiGetMedia
const item = await client.getMedia(media_upload.id);
console.log(item.moderation?.reason);
// apiMediaFrames
for await (const { seconds } of client.frames(VIDEO_ID)) for (const { second, flagged } of seconds) console.log(second, flagged);
// apiPassMedia
await client.passMedia(media_upload.id, { note: 'A still life' });
// apiFailMedia
await client.failMedia(media_upload.id, { note: 'Not for this shop' });
// apiCreateBatch
const batch = await client.createBatch({ items: [{ url: PICTURE_URL, reference: 'row-1' }] });
// apiGetBatch
const { status, progress } = await client.getBatch(batch.id);
console.log(status, progress.complete, 'of', progress.total);
// apiUsage
const usage = await client.usage();
console.log(usage);
// apiDeleteMedia
await client.deleteMedia(media_upload.id);
