import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commands } from './commands.ts';
import { commandHelp, helpText } from './help-text.ts';
import { parseCommand } from './parse-command.ts';

const program = readFileSync(join(import.meta.dirname, '../bin/clearframe.mjs'), 'utf8');

it('fits 80 columns and names every command', () => {
  for (const text of [helpText, ...commands.map(commandHelp)]) {
    for (const line of text.split('\n')) expect([line, line.length <= 80]).toEqual([line, true]);
  }
  for (const { name } of commands) expect(helpText).toContain(`\n  ${name} `);
});

it.each(commands.map((command) => [command.name, command] as const))(
  'explains %s: usage, options and exit codes',
  (name, command) => {
    const text = commandHelp(command);
    expect(text).toContain(`USAGE\n  clearframe ${name}`);
    for (const { name: option } of command.options ?? []) expect(text).toContain(`  --${option}`);
    expect(text).toContain('EXIT STATUS');
    expect(parseCommand([name, '--help'])).toEqual({ name: 'help', about: command });
  },
);

it('shows examples that the program understands', () => {
  const calls = commands.filter(({ isOperator }) => !isOperator).flatMap(({ examples = [] }) => examples.map(([call]) => call));
  expect(calls.length).toBeGreaterThan(8);
  for (const call of calls) {
    const words = /clearframe ([^|>)]*)/.exec(call)?.[1]?.trim().split(/\s+/) ?? [];
    expect([call, parseCommand(words).name]).not.toEqual([call, 'usage_error']);
  }
});

it('hands exactly the commands of the operator over to the server', () => {
  const server = join(import.meta.dirname, '../../server/src/operator.ts');
  expect(existsSync(server)).toBe(true);
  const listed = /const operatorCommands = \[([^\]]*)\]/.exec(program)?.[1] ?? '';
  const handed = [...listed.matchAll(/'([\w-]+)'/g)].map(([, name]) => name);
  expect(handed.sort()).toEqual(['doctor', ...commands.filter(({ isOperator }) => isOperator).map(({ name }) => name)].sort());
});
