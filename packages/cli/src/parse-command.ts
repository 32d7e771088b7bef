import { parseArgs } from 'node:util';
import { analyserSettings, Category, categoryNames } from '@clearframe/contract';
import { z } from 'zod';

export type EvalCommand = {
  name: 'eval';
  path: string;
  json: boolean;
  /** Where the page goes; null = none is made. */
  html: string | null;
  analysers: string[];
  /** Empty = the verdict and each category that a label names. */
  categories: Category[];
};

export type Command =
  | { name: 'check'; targets: string[]; json: boolean }
  | EvalCommand
  | { name: 'help' }
  | { name: 'version' }
  | { name: 'usage_error'; message: string };

/** What `--analysers` accepts. */
const analyserNames: readonly string[] = ['local', ...Object.keys(analyserSettings)];

/** Reads the words behind `clearframe`. It never throws: what cannot be read is a usage error. */
export function parseCommand(args: readonly string[]): Command {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        html: { type: 'string' },
        analysers: { type: 'string' },
        category: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', short: 'v', default: false },
      },
    });
    const [name, ...targets] = positionals;
    if (values.version) return { name: 'version' };
    if (values.help || name === 'help') return { name: 'help' };
    if (name === undefined) return wrong('A command is missing.');
    if (name === 'eval') return readEval(targets, values);
    if (name !== 'check') return wrong(`There is no command "${name}".`);
    const foreign = (['html', 'analysers', 'category'] as const).find((option) => values[option] !== undefined);
    if (foreign) return wrong(`check takes no --${foreign}.`);
    if (targets.length === 0) return wrong('check takes at least one file, folder or URL.');
    return { name: 'check', targets, json: values.json };
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
}

type EvalOptions = { json: boolean; html?: string; analysers?: string; category?: string };

function readEval(targets: readonly string[], { json, html, analysers = 'local', category = '' }: EvalOptions): Command {
  const [path, ...more] = targets;
  if (path === undefined || more.length > 0) return wrong('eval takes one labelled folder or one CSV file.');
  const names = [...new Set(listOf(analysers))];
  const unknown = names.find((name) => !analyserNames.includes(name));
  if (names.length === 0 || unknown !== undefined)
    return wrong(`There is no analyser "${unknown ?? ''}". There are: ${analyserNames.join(', ')}.`);
  const categories = z.array(Category).safeParse(listOf(category));
  if (!categories.success) return wrong(`--category takes of these: ${categoryNames.join(', ')}.`);
  return { name: 'eval', path, json, html: html ?? null, analysers: names, categories: categories.data };
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const wrong = (message: string): Command => ({ name: 'usage_error', message });
