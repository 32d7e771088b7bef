import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { installedFfmpeg } from '../lib/ffmpeg.mjs';
import { root } from '../lib/root.mjs';
import { run } from '../lib/run.mjs';
import { createClient, findInMail } from './client.mjs';
import { captions, pictures } from './pictures.mjs';
import { spreadOverDays } from './spread.mjs';

const people = { email: 'owner@shop.example', colleague: 'ines@shop.example', password: 'Sample-account-9' };
const fixtures = join(root, 'packages/engine/fixtures');

async function register(client, dataDir) {
  const { email, password } = people;
  await client.call('POST', '/auth/register', { name: 'Sample Account', email, password, recaptchaToken: 'off' });
  const verification_token = await findInMail(dataDir, email, /^ {4}(\d{5})\r?$/m);
  await client.call('POST', '/auth/complete-registration', { verification_token });
}

/** Frames beyond the trial, as an operator gives them on the machine. */
async function grant(dataDir) {
  const program = join(root, 'packages/cli/bin/clearframe.mjs');
  const args = [program, 'grant', people.email, '60', '--reason', 'sample'];
  const { code, output } = await run(process.execPath, args, { quiet: true, env: { DATA_DIR: dataDir } });
  if (code !== 0) throw new Error(output);
}

async function invite(client, colleague, dataDir) {
  await client.call('POST', '/team/invitations', { email: people.colleague, role: 'moderator' });
  const token = await findInMail(dataDir, people.colleague, /\/invite\?token=([\w-]+)/);
  const { password } = people;
  await colleague.call('POST', '/team/invitations/register', { token, name: 'Ines Sample', password, recaptchaToken: 'off' });
}

async function upload(client, token, url, [path, title, tags], index) {
  const form = new FormData();
  form.set('title', title);
  if (tags) form.set('tags', tags);
  if (captions[title]) form.set('caption', captions[title]);
  form.set('media', new Blob([await readFile(join(fixtures, path))]), basename(path));
  // Two of three came from the shop's own program.
  if (index % 3 === 0) return (await client.call('POST', '/media/upload', form)).media_upload;
  const answer = await fetch(`${url}/api/v1/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const { data, message } = await answer.json();
  if (!answer.ok) throw new Error(`POST /v1/upload: ${answer.status} ${message}`);
  return data.media_upload;
}

/** One video, which only the API takes: analysed in the background. Where no ffmpeg is installed the server takes none. */
async function uploadVideo(token, url) {
  if (installedFfmpeg() === null) return;
  const form = new FormData();
  form.set('title', 'Market stall, clip');
  form.set('media', new Blob([await readFile(join(fixtures, 'videos/vp9.webm'))]), 'stall.webm');
  const answer = await fetch(`${url}/api/v1/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (!answer.ok) throw new Error(`POST /v1/upload: ${answer.status} ${await answer.text()}`);
}

/**
 * Makes the sample account once: pictures and a video that are really analysed, decisions of two people, tokens, keyword lists,
 * a webhook some of whose first attempts failed, a part-used plan. A second start finds it.
 */
export async function seedDemo({ url, dataDir, hook }) {
  const stamp = join(dataDir, 'sample-account.json');
  if (existsSync(stamp)) return people;
  console.log('Making the sample account …');
  const [owner, colleague] = [createClient(url), createClient(url)];
  await register(owner, dataDir);
  await owner.call('POST', '/subscriptions/subscribe', { plan_id: 'free' });
  await grant(dataDir);
  await invite(owner, colleague, dataDir);
  await owner.call('POST', '/keyword-settings', {
    required_keywords: [],
    forbidden_keywords: ['weapon', 'counterfeit', 'replica'],
  });
  await owner.call('POST', '/webhooks', { webhookUrl: hook });
  const tokens = [];
  for (const name of ['Production uploader', 'Staging', 'Mobile app'])
    tokens.push((await owner.call('POST', '/access-tokens', { name })).access_token.token);
  await uploadVideo(tokens[0], url);
  const items = [];
  for (const [index, picture] of pictures.entries()) items.push(await upload(owner, tokens[0], url, picture, index));
  const idOf = (title) => items.find((item) => item.title === title).id;
  await colleague.call('POST', `/media/${idOf('Cellar red, 2019')}/pass`, { note: 'The replica is a toy, sold as such.' });
  await colleague.call('POST', `/media/${idOf('Beachwear, front')}/pass`, { note: 'Catalogue picture.' });
  await owner.call('POST', `/media/${idOf('Upload 4471')}/fail`, { note: 'Confirmed.' });
  await spreadOverDays(dataDir, items);
  await writeFile(stamp, `${JSON.stringify(people)}\n`);
  return people;
}
