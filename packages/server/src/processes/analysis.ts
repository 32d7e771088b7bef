import { localAnalyser } from '@clearframe/engine/light';
import { createConfine } from '../confinement/confine.ts';
import { startDecoder } from '../confinement/decoder.ts';
import type { CpuSpent } from '../confinement/messages.ts';
import { createContext } from '../create-context.ts';
import { poolMax } from '../db/pool-max.ts';
import { createJobTable } from '../jobs/index.ts';
import { runJobs } from '../jobs/run-jobs.ts';
import { readClassifier } from '../models/classifier-file.ts';
import { readTrustList } from '../models/trust-list.ts';
import { runChild } from './child.ts';

/**
 * Takes pictures and videos from the queue, one at a time. It decodes
 * nothing: a process beside it does, which has no secret and may die.
 */
await runChild(async ({ config, roles, picturesFirst, confinement }, report, listener) => {
  // What starting it costs is told before there is anything that counts it.
  const early: CpuSpent[] = [];
  let count = (spent: CpuSpent): void => void early.push(spent);
  const decoder = await startDecoder({
    confine: createConfine(confinement, config.dataDir),
    classifier: () => readClassifier(config.dataDir),
    textModelsDir: config.textModelsDir,
    analysers: config.analysers.filter(({ name }) => name === localAnalyser),
    trustList: await readTrustList(config),
    onProcess: (pid) => report({ type: 'decoder', pid }),
    onCpu: (spent) => count(spent),
  });
  const context = await createContext(config, {
    name: 'analysis',
    roles,
    maxConnections: poolMax(config.poolMax, roles),
    listener,
    confinement,
    localAnalysers: decoder.local,
    onJob: (event) => report({ type: 'job', ...event }),
  });
  count = (spent) => {
    for (const [stage, micros] of Object.entries(spent)) context.metrics.analysisCpu.inc({ stage }, micros / 1_000_000);
  };
  early.forEach(count);
  await runJobs(
    context,
    createJobTable(async () => decoder),
    { roles, picturesFirst },
  );
  return {
    metrics: () => context.metrics.expose(),
    async stop() {
      await context.close();
      await decoder.close();
    },
  };
});
