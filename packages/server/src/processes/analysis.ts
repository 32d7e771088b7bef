import { createEngine, textModelsIn } from '@clearframe/engine';
import { createContext } from '../create-context.ts';
import { createJobTable } from '../jobs/index.ts';
import { runJobs } from '../jobs/run-jobs.ts';
import { readClassifier } from '../models/classifier-file.ts';
import { runChild } from './child.ts';

/** Connections of its pool: one job at a time needs one, its notices another. */
const maxConnections = 2;

/** Takes pictures and videos from the queue, one at a time, in a process that may die with them. */
await runChild(async ({ config, quickOnly }, report) => {
  const [engine, context] = await Promise.all([
    createEngine({
      classifier: readClassifier(config.dataDir),
      ...(config.textModelsDir === null ? {} : { text: textModelsIn(config.textModelsDir) }),
    }),
    createContext(config, { name: 'analysis', maxConnections, onJob: (event) => report({ type: 'job', ...event }) }),
  ]);
  await runJobs(
    context,
    createJobTable(async () => engine, quickOnly),
    'analysis',
  );
  return {
    async stop() {
      await context.close();
      await engine.close();
    },
  };
});
