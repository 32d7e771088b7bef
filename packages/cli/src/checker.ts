/** A process that checks pictures, one after the other, so that a hostile one can end this process but not the command. */

import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  classifierKey,
  convertClassifier,
  createAnalysers,
  createEngine,
  createPanel,
  type Engine,
  MediaError,
  type Panel,
  type Send,
  systemClock,
  toInput,
} from '@clearframe/engine';
import type { CheckerAnswer, CheckerRequest, CheckerStart, Outcome } from './checker-messages.ts';
import { fetchSource, readFileSource, SourceError } from './read-source.ts';

/**
 * The converted classifier from the user's cache; converted and kept there at the first use (half a second).
 * It is written aside and renamed, so that a file under its name is whole. A cache that cannot be written is done without.
 */
async function readModel(folder: string): Promise<Uint8Array> {
  const file = join(folder, `${classifierKey}.onnx`);
  const kept = await readFile(file).catch(() => null);
  if (kept) return kept;
  const model = await convertClassifier();
  await keep(folder, file, model).catch(() => undefined);
  return model;
}

async function keep(folder: string, file: string, model: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, model);
  await rename(draft, file);
}

const FETCH_TIMEOUT_MS = 30_000;
/** For all analysers together, retries included. */
const CONSULT_TIMEOUT_MS = 240_000;

const answer = (message: CheckerAnswer) => process.send?.(message);
// The command is gone: nobody waits for an answer any more.
process.once('disconnect', () => process.exit());
// A terminal sends Ctrl+C to this process too. The picture at hand is finished: the command disconnects when it ends.
process.on('SIGINT', () => undefined);

async function check(engine: Engine, panel: Panel, { source, thumbnail }: CheckerRequest): Promise<Outcome> {
  try {
    const bytes = 'url' in source ? await fetchSource(source.url, FETCH_TIMEOUT_MS) : await readFileSource(source.path);
    if (panel.members.length === 0 && !thumbnail) return { analysis: await engine.analyse(bytes), runs: [] };
    const { analysis, shown, thumbnail: small } = await engine.examine(bytes);
    if (panel.members.length === 0) return { analysis, runs: [], thumbnail: Buffer.from(small.bytes).toString('base64') };
    const signal = AbortSignal.timeout(CONSULT_TIMEOUT_MS);
    const { analysers = [] } = await panel.consult(analysis, toInput(shown, [analysis.text]), { signal });
    return { analysis, runs: analysers.map(({ raw: _, ...run }) => run) };
  } catch (error) {
    if (error instanceof MediaError || error instanceof SourceError) return { problem: error.message };
    return { problem: `The analysis failed: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** A request without a body where there is none to send: fetch throws for a GET with one. */
const send: Send = (url, { body, ...request }) => fetch(url, request.method === 'GET' ? request : { ...request, body });

process.once('message', async ({ modelFolder, analysers }: CheckerStart) => {
  try {
    const others = createAnalysers(analysers, { send, clock: systemClock });
    const panel = createPanel(others, { mode: 'together', clock: systemClock });
    const engine = await createEngine({ classifier: await readModel(modelFolder) });
    process.on('message', async (request: CheckerRequest) => answer(await check(engine, panel, request)));
    answer({ ready: true });
  } catch (error) {
    answer({ failed: error instanceof Error ? error.message : String(error) });
  }
});
