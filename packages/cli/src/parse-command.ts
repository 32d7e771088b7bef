import { resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { analyserSettings, Category, categoryNames } from '@clearframe/contract';
import { z } from 'zod';
import type { AuditCommand } from './audit/verify-audit.ts';
import type { CommandHelp } from './command-help.ts';
import { commands, type Shell, shells } from './commands.ts';
import type { ModelsCommand } from './models/run-models.ts';

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

export type CheckCommand = {
  name: 'check';
  /** Empty with a watch. */
  targets: string[];
  json: boolean;
  /** Where the page goes; null = none is made. */
  html: string | null;
  /** Where flagged files go; null = they stay. */
  moveFlagged: string | null;
  /** The folder that is watched. */
  watch: string | null;
};

export type Command =
  | CheckCommand
  | EvalCommand
  | ModelsCommand
  | AuditCommand
  /** `about` = one command; null = the whole program. */
  | { name: 'help'; about: CommandHelp | null }
  | { name: 'completion'; shell: Shell }
  | { name: 'doctor'; json: boolean }
  | { name: 'version' }
  | { name: 'usage_error'; message: string };

/** What `--analysers` accepts. */
const analyserNames: readonly string[] = ['local', ...Object.keys(analyserSettings)];

const options = {
  json: { type: 'boolean', default: false },
  html: { type: 'string' },
  'move-flagged': { type: 'string' },
  watch: { type: 'string' },
  analysers: { type: 'string' },
  category: { type: 'string' },
  to: { type: 'string' },
  revision: { type: 'string' },
  'accept-licence': { type: 'string' },
  hub: { type: 'string' },
  head: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', short: 'v', default: false },
} as const;

/** Reads the words behind `clearframe`. It never throws: what cannot be read is a usage error. */
export function parseCommand(args: readonly string[]): Command {
  try {
    const { values, positionals, tokens } = parseArgs({ args: [...args], allowPositionals: true, options, tokens: true });
    const [name, ...targets] = positionals;
    if (values.version) return { name: 'version' };
    if (name === 'help') return readHelp(targets[0] ?? (values.help ? name : undefined));
    if (values.help) return readHelp(name);
    if (name === undefined) return wrong('A command is missing.');
    const known = commands.find((command) => command.name === name);
    if (!known) return wrong(`There is no command "${name}".`);
    const foreign = tokens.find(
      (token) => token.kind === 'option' && !known.options?.some((option) => option.name === token.name),
    );
    if (foreign?.kind === 'option') return wrong(`${name} takes no --${foreign.name}.`);
    switch (name) {
      case 'check':
        return readCheck(targets, values);
      case 'eval':
        return readEval(targets, values);
      case 'models':
        return readModels(targets, values);
      case 'audit':
        return readAudit(targets, values.head);
      case 'completion':
        return readCompletion(targets);
      case 'doctor':
        return { name: 'doctor', json: values.json };
      default:
        return wrong(`${name} runs where the server is installed: in its folder, on its machine.`);
    }
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
}

function readHelp(about: string | undefined): Command {
  if (about === undefined) return { name: 'help', about: null };
  const command = commands.find(({ name }) => name === about);
  return command ? { name: 'help', about: command } : wrong(`There is no command "${about}".`);
}

function readCompletion([wanted, ...more]: readonly string[]): Command {
  const shell = shells.find((name) => name === wanted);
  return shell && more.length === 0 ? { name: 'completion', shell } : wrong(`completion takes one of: ${shells.join(', ')}.`);
}

function readAudit([action, file, ...more]: readonly string[], head: string | undefined): Command {
  if (action !== 'verify' || file === undefined || more.length > 0) return wrong('audit takes: verify FILE.');
  if (head !== undefined && !/^[0-9a-f]{64}$/.test(head)) return wrong('--head takes 64 characters of 0-9 and a-f.');
  return { name: 'audit', file, head: head ?? null };
}

type CheckOptions = { json: boolean; html?: string; 'move-flagged'?: string; watch?: string };

function readCheck(targets: string[], { json, html, 'move-flagged': place, watch }: CheckOptions): Command {
  const read = { name: 'check', targets, json, html: html ?? null, moveFlagged: place ?? null, watch: watch ?? null } as const;
  if (watch === undefined) return targets.length > 0 ? read : wrong('check takes at least one file, folder or URL.');
  if (targets.length > 0) return wrong('--watch takes one folder, and nothing else is checked beside it.');
  if (place !== undefined && `${resolve(watch)}${sep}`.startsWith(`${resolve(place)}${sep}`))
    return wrong('--move-flagged names the watched folder or one around it, where nothing would be checked.');
  return json || html !== undefined ? wrong('--watch has no end that --json or --html could wait for.') : read;
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

type ModelsOptions = { json: boolean; to?: string; revision?: string; 'accept-licence'?: string; hub?: string };

/** As a hub names a model: its owner, a slash, its name. */
const repoId = /^[\w.-]{1,96}\/[\w.-]{1,96}$/;

function readModels(
  [action, ...words]: readonly string[],
  { json, to, revision, 'accept-licence': accepted, hub }: ModelsOptions,
): Command {
  const [word, ...more] = words;
  const isAdd = action === 'add';
  if (!isAdd && [to, revision, accepted, hub].some((value) => value !== undefined))
    return wrong('--to, --revision, --accept-licence and --hub belong to "models add".');
  if (json && action !== 'list') return wrong('--json belongs to "models list".');
  if (action === 'list' && word === undefined) return { name: 'models', action, json };
  if (action === 'verify' && word !== undefined && more.length === 0) return { name: 'models', action, folder: word };
  if (!isAdd) return wrong('models takes one of: list, add REPO --to FOLDER, verify FOLDER.');
  if (word === undefined || more.length > 0 || !repoId.test(word) || word.includes('..'))
    return wrong('models add takes one model as its hub names it: OWNER/NAME.');
  if (to === undefined || to === '') return wrong('models add needs --to FOLDER.');
  if (revision !== undefined && !/^[\w./-]{1,200}$/.test(revision)) return wrong('--revision takes a branch, a tag or a commit.');
  return {
    name: 'models',
    action,
    id: word,
    folder: to,
    revision: revision ?? null,
    accepted: accepted ?? null,
    hub: hub ?? null,
  };
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const wrong = (message: string): Command => ({ name: 'usage_error', message });
