// setup
import { openAsBlob } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { createClient } from '@clearframe/sdk';

const { CLEARFRAME_URL = '', TOKEN = '', PICTURE_URL = '', VIDEO_ID = '', STATEMENT_ID = '' } = process.env;
const client = createClient({ baseUrl: CLEARFRAME_URL, token: TOKEN });
// apiUpload
const { media_upload, moderation } = await client.upload({
  media: await openAsBlob('pears.webp'),
  filename: 'pears.webp',
  title: 'Three pears',
  caption: 'On the shelf, fresh today',
  tags: ['fruit', 'kitchen'],
  author: { id: 'u-48213' },
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
// apiListLabels
for (const label of await client.listLabels()) console.log(label.key, label.name);
// apiListAuthors
const { authors } = await client.listAuthors({ sort: 'most_failed', limit: 1 });
console.log(authors.length);
// apiGetAuthor
const author = await client.getAuthor('u-48213');
console.log(author.name, author.action);
// apiSetAuthorAction
await client.setAuthorAction('u-48213', { action: 'watch', reason: 'Two copies of a removed picture' });
// apiExportAuthor
const asked = await client.exportAuthor('u-48213');
// apiGetExport
let file = await client.getExport(asked.id);
while (['queued', 'running'].includes(file.export.state)) {
  await setTimeout(1000);
  file = await client.getExport(asked.id);
}
console.log(file.url);
// apiListStatements
const { statements } = await client.listStatements({ limit: 1 });
console.log(statements.length);
// apiGetStatement
const statement = await client.getStatement(STATEMENT_ID);
console.log(statement.url);
// apiAppeal
const appeal = await client.appeal(STATEMENT_ID, { text: 'This is a painting, and the caption says so' });
console.log(appeal.status);
// apiCreateNotice
const notice = await client.createNotice({
  kind: 'copyright',
  item_url: 'https://shop.example/items/42',
  ground: 'illegal',
  explanation: 'I took this picture and licensed it to nobody',
  name: 'Sam Okafor',
  email: 'sam@studio.example',
  good_faith: true,
});
// apiListNotices
const { notices } = await client.listNotices({ status: 'open', limit: 1 });
console.log(notices.length);
// apiGetNotice
const { due_at } = await client.getNotice(notice.id);
console.log('due', due_at);
// apiLinkNotice
await client.linkNotice(notice.id, media_upload.id);
// apiDecideNotice
await client.decideNotice(notice.id, { outcome: 'no_action', answer: 'The seller showed us your licence' });
// apiEraseAuthor
const erasure = await client.eraseAuthor('u-48213', 'anonymise');
// apiGetAuthorErasure
const { items_done, items_total } = await client.getErasure(erasure.id);
console.log(items_done, 'of', items_total);
// apiDeleteMedia
await client.deleteMedia(media_upload.id);
