import { readFileSync } from 'node:fs';
import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

/** Uploads a picture and reads its verdict by what the document promises alone. Arguments: address, token, file. */
const [origin = '', token = '', file = ''] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl: `${origin}/api`, headers: { authorization: `Bearer ${token}` } });

const uploaded = await api.POST('/v1/upload', {
  params: { query: { wait: 25 }, header: { 'Idempotency-Key': 'documents' } },
  body: { media: file, title: 'From a generated client' },
  bodySerializer: ({ media, title }) => {
    const form = new FormData();
    form.set('media', new Blob([readFileSync(media)]), 'picture.png');
    form.set('title', title ?? '');
    return form;
  },
});
if (!uploaded.data) throw new Error(`The upload was refused: ${uploaded.error.message}`);
const { id } = uploaded.data.data.media_upload;

const read = await api.GET('/v1/media/{id}', { params: { path: { id } } });
if (!read.data) throw new Error(`The item was refused: ${read.error.message}`);
const { moderation, title } = read.data.data.media_upload;
console.log(JSON.stringify({ title, passed: moderation?.passed, score: moderation?.ai_analysis?.scores.sexual_explicit }));

const missing = await api.GET('/v1/media/{id}', { params: { path: { id: '00000000-0000-4000-8000-000000000000' } } });
console.log(missing.error?.message ?? 'no refusal');
