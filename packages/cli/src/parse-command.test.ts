import { expect, it } from 'vitest';
import { parseCommand } from './parse-command.ts';

it('reads check with its targets, --json before or behind them', () => {
  expect(parseCommand(['check', 'a.jpg', 'b'])).toEqual({ name: 'check', targets: ['a.jpg', 'b'], json: false });
  expect(parseCommand(['check', '--json', 'a.jpg'])).toEqual({ name: 'check', targets: ['a.jpg'], json: true });
  expect(parseCommand(['check', 'a.jpg', '--json'])).toEqual({ name: 'check', targets: ['a.jpg'], json: true });
});

it('takes a name that begins with a dash behind --', () => {
  expect(parseCommand(['check', '--', '-v.jpg'])).toEqual({ name: 'check', targets: ['-v.jpg'], json: false });
});

it('reads help and version in their usual spellings', () => {
  for (const word of ['help', '--help', '-h']) expect(parseCommand([word])).toEqual({ name: 'help' });
  for (const word of ['--version', '-v']) expect(parseCommand([word])).toEqual({ name: 'version' });
});

it.each([[[]], [['check']], [['chekc', 'a']], [['check', 'a', '--jsno']]])('calls %j a usage error', (args) => {
  expect(parseCommand(args)).toMatchObject({ name: 'usage_error' });
});
