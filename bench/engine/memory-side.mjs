/** One analysis process with the models that it is told, which says how large it grew. Linux only: it reads /proc. */
import { readFileSync } from 'node:fs';
import { createAnalysers } from '../../packages/engine/src/analysers/create-analysers.ts';
import { toInput } from '../../packages/engine/src/analysers/to-input.ts';
import { decodePicture } from '../../packages/engine/src/decode/decode-picture.ts';
import { createEngine } from '../../packages/engine/src/index.ts';

const [classifier, folders, ...files] = process.argv.slice(2);
const megabytes = (field) =>
  Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024);

const engine = await createEngine({ classifier: readFileSync(classifier) });
const [local] = folders === '' ? [] : createAnalysers([{ name: 'transformers', settings: { folders } }], {});
for (let round = 0; round < 3; round++) {
  for (const file of files) {
    const bytes = readFileSync(file);
    await engine.examine(bytes);
    if (!local) continue;
    const [pixels] = (await decodePicture(bytes)).frames;
    await local.analyse(toInput(pixels, []), AbortSignal.timeout(60_000));
  }
}
process.send({ residentMb: megabytes('VmRSS'), peakMb: megabytes('VmHWM') }, () => process.exit(0));
