import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { errorTable } from '../../packages/contract/src/errors.ts';
import { drawLook } from '../../packages/engine/fixtures/draw-look.mjs';
import { root } from '../lib/root.mjs';
import { sellerOf } from './people.mjs';

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
  // Two of three come from the shop's own programs, and are a seller's.
  if (index % 3 === 0) return (await owner.call('POST', '/media/upload', form)).media_upload;
  form.set('author', JSON.stringify(sellerOf(picture.title)));
  const answer = await postByProgram(url, tokens[index % 7 === 0 ? 1 : 0], form);
  const { data, message } = await answer.json();
  if (!answer.ok) throw new Error(`POST /v1/upload: ${answer.status} ${message}`);
  return data.media_upload;
}

/** Waits until programs have a verdict on it: a busy machine answers before that. */
async function settled(client, { id, processing }) {
  for (let [tries, isOpen] = [0, processing]; isOpen; tries += 1) {
    if (tries === 1_200) throw new Error(`The item ${id} got no verdict`);
    await pause(100);
    isOpen = (await client.call('GET', `/media/${id}`)).media_upload.processing;
  }
}

/** Uploads a day's pictures, in their order as far as several at once have one. @returns the items, each with when it is to have come */
export async function uploadDay(shop, pictures) {
  const items = [];
  const waiting = [...pictures.entries()];
  async function work() {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, picture] = next;
      const { id, createdAt, processing } = await uploadOne(shop, picture, index);
      await settled(shop.owner, { id, processing });
      items[index] = { id, title: picture.title, uploadedAt: new Date(createdAt), at: picture.at };
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return items;
}

/** Sends a video until the server has the tools for it. @returns its item with its verdict; null where it takes no videos */
export async function uploadVideo({ url, owner, tokens }, { file, title, at }) {
  const bytes = await readFile(join(root, 'packages/engine/fixtures', file));
  for (let tries = 0; ; tries += 1) {
    const form = new FormData();
    form.set('title', title);
    form.set('media', new Blob([bytes]), basename(file));
    const answer = await postByProgram(url, tokens[0], form);
    const { data, message } = await answer.json();
    if (answer.ok) {
      const { id, createdAt } = data.media_upload;
      await settled(owner, { id, processing: true });
      return { id, title, uploadedAt: new Date(createdAt), at };
    }
    const isPreparing = message === errorTable.video_preparing.message;
    if (!isPreparing && [415, 503].includes(answer.status)) return null;
    if (!isPreparing || tries === 120) throw new Error(`POST /v1/upload: ${answer.status} ${message}`);
    await pause(1_000);
  }
}
