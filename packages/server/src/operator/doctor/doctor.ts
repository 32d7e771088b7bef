import { parseArgs } from 'node:util';
import { type Config, ConfigError, readStartConfig } from '../../config.ts';
import { processEnvironment } from '../../environment.ts';
import { UsageError } from '../command.ts';
import type { Run } from '../run.ts';
import { examine } from './examine.ts';
import { type Finding, fault } from './finding.ts';
import { exitCodeOf, jsonOf, linesOf, withoutSecrets } from './report.ts';

function readArgs(args: readonly string[]): { json: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { json: { type: 'boolean' } },
    });
    if (positionals.length === 1) return { json: values.json ?? false };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  throw new UsageError('doctor takes only --json.');
}

/** The settings, or a fault for each line that a start would refuse. */
function read(env: Parameters<Run>[1]): Config | Finding[] {
  try {
    return readStartConfig(env ? { inherited: env, inFile: {} } : processEnvironment());
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n').map((line) => fault('settings', line, 'Correct the variable. See .env.example.'));
  }
}

/** `clearframe doctor`: what is wrong with this set-up, and how to mend it. Works while the server runs and while it does not. */
export const doctor: Run = async (args, env, { print }) => {
  const { json } = readArgs(args);
  const config = read(env);
  const findings = Array.isArray(config) ? config : withoutSecrets(await examine(config), config);
  for (const line of json ? [jsonOf(findings)] : linesOf(findings)) print(line);
  return exitCodeOf(findings);
};
