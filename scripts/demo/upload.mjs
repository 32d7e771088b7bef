import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { drawLook } from '../../packages/engine/fixtures/draw-look.mjs';
import { root } from '../lib/root.mjs';

/** How many at a time: enough to keep two analysers busy. */
const atOnce = 6;

async function formOf({ file, look, title, tags, caption }) {
  const form = new FormData();
  form.set('title', title);
  if (tags) form.set('tags', tags);
  if (caption) form.set('caption', caption);
  const name = look ? `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.webp` : basename(file);
  form.set('media', new Blob([await drawLook(file, look)]), name);
  return form;
}

/** @returns {Promise<Response>} of the call that programs make */
const postByProgram = (url, token, form) =>
  fetch(`${url}/api/v1/upload`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form });

async function uploadOne({ url, owner, tokens }, picture, index) {
  const form = await formOf(picture);
  // Two of three come from the shop's own programs.
  if (index % 3 === 0) return (await owner.call('POST', '/media/upload', form)).media_upload;
  const answer = await postByProgram(url, tokens[index % 7 === 0 ? 1 : 0], form);
  const { data, message } = await answer.json();
  if (!answer.ok) throw new Error(`POST /v1/upload: ${answer.status} ${message}`);
  return data.media_upload;
}

/** Uploads a day's pictures, in their order as far as several at once have one. @returns the items, each with when it is to have come */
export async function uploadDay(shop, pictures) {
  const items = [];
  const waiting = [...pictures.entries()];
  async function work() {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, picture] = next;
      const { id, createdAt } = await uploadOne(shop, picture, index);
      items[index] = { id, title: picture.title, uploadedAt: new Date(createdAt), at: picture.at };
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return items;
}

/** A video, which only the API takes. @returns its item, to be analysed in the background; null where this server takes no videos */
export async function uploadVideo({ url, tokens }, { file, title, at }) {
  const form = new FormData();
  form.set('title', title);
  form.set('media', new Blob([await readFile(join(root, 'packages/engine/fixtures', file))]), basename(file));
  const answer = await postByProgram(url, tokens[0], form);
  const { data, message } = await answer.json();
  // No ffmpeg, or its library is still on its way.
  if (answer.status === 503 || answer.status === 415) return null;
  if (!answer.ok) throw new Error(`POST /v1/upload: ${answer.status} ${message}`);
  return { id: data.media_upload.id, title, uploadedAt: new Date(data.media_upload.createdAt), at };
}
