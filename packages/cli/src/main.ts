import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { type Checked, checkAll } from './check-all.ts';
import { startChecker } from './checker-process.ts';
import { listTargets } from './list-targets.ts';
import { helpText, parseCommand } from './parse-command.ts';
import { clearProgress, jsonOf, lineOf, type Output, progressOf, summaryOf } from './report.ts';
import { exitCodeOf } from './verdict.ts';

/** Each process takes about 200 MB; more than four gain little on a laptop. */
const PROCESSES_MAX = 4;
/** From this many pictures on a bar is worth its line. */
const PROGRESS_FROM = 3;

export type Surroundings = {
  out: Output;
  err: Output;
  /** Where the converted model is kept between calls. */
  cacheFolder: string;
  /** The script that checks; another one in tests. */
  checkerScript?: URL;
};

/** Runs one command. @returns the exit code (see the help text) */
export async function main(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { out, err } = surroundings;
  const command = parseCommand(args);
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
      try {
        return await check(command.targets, command.json, surroundings);
      } catch (error) {
        err.write(`${error instanceof Error ? error.message : String(error)}\n`);
        return 2;
      }
  }
}

async function check(
  words: readonly string[],
  json: boolean,
  { out, err, cacheFolder, checkerScript }: Surroundings,
): Promise<number> {
  const targets = await listTargets(words);
  const script = checkerScript ?? new URL('./checker.ts', import.meta.url);
  const processes = Math.min(targets.length, availableParallelism(), PROCESSES_MAX);
  const bar = err.isTTY === true && targets.length >= PROGRESS_FROM;
  const all: Checked[] = [];
  if (bar) err.write(progressOf(0, targets.length));
  await checkAll(
    targets,
    processes,
    () => startChecker(script, join(cacheFolder, 'models')),
    (checked, done) => {
      all.push(checked);
      if (bar) err.write(clearProgress);
      if (!json) out.write(lineOf(checked, out));
      if (bar && done < targets.length) err.write(progressOf(done, targets.length));
    },
  );
  out.write(json ? jsonOf(all) : summaryOf(all));
  return exitCodeOf(all);
}
