import { localAnalyser } from '@clearframe/engine/light';
import { createConfine } from '../confinement/confine.ts';
import { startDecoder } from '../confinement/decoder.ts';
import { createContext } from '../create-context.ts';
import { createJobTable } from '../jobs/index.ts';
import { runJobs } from '../jobs/run-jobs.ts';
import { readClassifier } from '../models/classifier-file.ts';
import { runChild } from './child.ts';

/** Connections of its pool: one job at a time needs one, its notices another. */
const maxConnections = 2;

/**
 * Takes pictures and videos from the queue, one at a time. It decodes
 * nothing: a process beside it does, which has no secret and may die.
 */
await runChild(async ({ config, quickOnly, confinement }, report) => {
  const decoder = await startDecoder({
    confine: createConfine(confinement, config.dataDir),
    classifier: () => readClassifier(config.dataDir),
    textModelsDir: config.textModelsDir,
    analysers: config.analysers.filter(({ name }) => name === localAnalyser),
    onProcess: (pid) => report({ type: 'decoder', pid }),
  });
  const context = await createContext(config, {
    name: 'analysis',
    maxConnections,
    confinement,
    localAnalysers: decoder.local,
    onJob: (event) => report({ type: 'job', ...event }),
  });
  await runJobs(
    context,
    createJobTable(async () => decoder, quickOnly),
    'analysis',
  );
  return {
    async stop() {
      await context.close();
      await decoder.close();
    },
  };
});
