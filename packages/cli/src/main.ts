import manifest from '../package.json' with { type: 'json' };
import { verifyAudit } from './audit/verify-audit.ts';
import { runCheck } from './check/run-check.ts';
import { completionScript } from './completion.ts';
import { runDoctor } from './doctor.ts';
import { runEval } from './eval/run-eval.ts';
import { commandHelp, helpText } from './help-text.ts';
import { runModels } from './models/run-models.ts';
import { parseCommand } from './parse-command.ts';
import type { Surroundings } from './surroundings.ts';

/** Runs one command. @returns the exit code (see the help text) */
export async function main(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { out, err } = surroundings;
  const command = parseCommand(args);
  try {
    switch (command.name) {
      case 'help':
        out.write(`${command.about ? commandHelp(command.about) : helpText}\n`);
        return 0;
      case 'version':
        out.write(`${manifest.version}\n`);
        return 0;
      case 'usage_error':
        err.write(`${command.message}\nTry: clearframe help\n`);
        return 2;
      case 'completion':
        out.write(completionScript(command.shell));
        return 0;
      case 'check':
        return await runCheck(command, surroundings);
      case 'eval':
        return await runEval(command, surroundings);
      case 'models':
        return await runModels(command, surroundings);
      case 'audit':
        return await verifyAudit(command, surroundings);
      case 'doctor':
        return await runDoctor(command.json, surroundings);
    }
  } catch (error) {
    err.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}
