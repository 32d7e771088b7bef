import manifest from '../package.json' with { type: 'json' };
import type { Checked } from './check-all.ts';
import { checkWithProgress } from './check-with-progress.ts';
import { runEval } from './eval/run-eval.ts';
import { helpText } from './help-text.ts';
import { listTargets } from './list-targets.ts';
import { parseCommand } from './parse-command.ts';
import { jsonOf, lineOf, summaryOf } from './report.ts';
import type { Surroundings } from './surroundings.ts';
import { exitCodeOf } from './verdict.ts';

/** Runs one command. @returns the exit code (see the help text) */
export async function main(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { out, err } = surroundings;
  const command = parseCommand(args);
  try {
    switch (command.name) {
      case 'help':
        out.write(`${helpText}\n`);
        return 0;
      case 'version':
        out.write(`${manifest.version}\n`);
        return 0;
      case 'usage_error':
        err.write(`${command.message}\n\n${helpText}\n`);
        return 2;
      case 'check':
        return await check(command.targets, command.json, surroundings);
      case 'eval':
        return await runEval(command, surroundings);
    }
  } catch (error) {
    err.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}

async function check(words: readonly string[], json: boolean, surroundings: Surroundings): Promise<number> {
  const { out } = surroundings;
  const all: Checked[] = [];
  await checkWithProgress(await listTargets(words), [], surroundings, (checked) => {
    all.push(checked);
    if (!json) out.write(lineOf(checked, out));
  });
  out.write(json ? jsonOf(all) : summaryOf(all));
  return exitCodeOf(all);
}
