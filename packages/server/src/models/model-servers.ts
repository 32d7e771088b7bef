import { createAnalysersWith, localAnalyser, ModelMisfitError, systemClock } from '@clearframe/engine/light';
import { type Config, ConfigError } from '../config.ts';
import { createGuardedSend } from '../security/guarded-send.ts';

/** Nobody waits longer for a server before the start; it is asked again before the first picture. */
const ASK_MS = 5_000;

/**
 * Compares the models of servers with what the operator's settings say of them. A server that is away ends nothing: its model is compared
 * before the first picture.
 * @param print told of a server that does not say, in one line
 * @throws ConfigError naming what does not fit
 */
export async function checkModelServers(
  { analysers, analyserTargets }: Pick<Config, 'analysers' | 'analyserTargets'>,
  print: (line: string) => void,
  askMs = ASK_MS,
): Promise<void> {
  const remote = analysers.filter(({ name }) => name !== localAnalyser);
  const guarded = createGuardedSend(analyserTargets);
  const nobody = () => {
    throw new Error('Nothing of this machine is asked here');
  };
  try {
    for (const analyser of createAnalysersWith(nobody, remote, { send: guarded.send, clock: systemClock })) {
      await analyser.checkFit?.(AbortSignal.timeout(askMs)).catch((cause: unknown) => {
        const message = cause instanceof Error ? cause.message : String(cause);
        if (cause instanceof ModelMisfitError) throw new ConfigError(`ANALYSERS: ${analyser.name}: ${message}`, { cause });
        print(`The analyser ${analyser.name} does not describe its model yet (${message}). Until then no picture passes.`);
      });
    }
  } finally {
    await guarded.close();
  }
}
