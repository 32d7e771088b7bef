/** A process that checks pictures, one after the other, so that a hostile one can end this process but not the command. */
import { createEngine, type Engine, MediaError } from '@clearframe/engine';
import type { CheckerAnswer, CheckerRequest, CheckerStart, Outcome } from './checker-messages.ts';
import { readModel } from './model-file.ts';
import { fetchSource, readFileSource, SourceError } from './read-source.ts';

const FETCH_TIMEOUT_MS = 30_000;

const answer = (message: CheckerAnswer) => process.send?.(message);
// The command is gone: nobody waits for an answer any more.
process.once('disconnect', () => process.exit());

async function check(engine: Engine, { source }: CheckerRequest): Promise<Outcome> {
  try {
    const bytes = 'url' in source ? await fetchSource(source.url, FETCH_TIMEOUT_MS) : await readFileSource(source.path);
    return { analysis: await engine.analyse(bytes) };
  } catch (error) {
    if (error instanceof MediaError || error instanceof SourceError) return { problem: error.message };
    return { problem: `The analysis failed: ${error instanceof Error ? error.message : String(error)}` };
  }
}

process.once('message', async ({ modelFolder }: CheckerStart) => {
  try {
    const engine = await createEngine({ classifier: await readModel(modelFolder) });
    process.on('message', async (request: CheckerRequest) => answer(await check(engine, request)));
    answer({ ready: true });
  } catch (error) {
    answer({ failed: error instanceof Error ? error.message : String(error) });
  }
});
