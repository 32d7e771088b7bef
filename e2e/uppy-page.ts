import Uppy, { type Meta } from '@uppy/core';
import Tus, { type TusBody } from '@uppy/tus';

const output = document.querySelector('output');
const bar = document.querySelector('progress');

function say(text: string): void {
  if (output) output.textContent = text;
}

const uppy = new Uppy<Meta, TusBody>({ autoProceed: true });
uppy.use(Tus, { endpoint: '/uploads', retryDelays: [0, 1000, 3000, 5000, 10000, 20000] });
uppy.on('progress', (percent) => {
  if (bar) bar.value = percent;
});
uppy.on('upload-success', (file, response) => {
  say(`${file?.name} is ${response.body?.xhr.getResponseHeader('X-Clearframe-Media-Id')}`);
});
uppy.on('upload-error', (_file, error, response) => {
  const xhr = response?.body?.xhr;
  say(xhr ? JSON.parse(xhr.responseText).message : error.message);
});

document.querySelector('input')?.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  for (const data of target.files ?? []) uppy.addFile({ name: data.name, type: data.type, data });
});
