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

it('reads eval with what it may have', () => {
  const bare = { name: 'eval', path: 'set', json: false, html: null, analysers: ['local'], categories: [] };
  expect(parseCommand(['eval', 'set'])).toEqual(bare);
  expect(
    parseCommand(['eval', 'set', '--json', '--html', 'a.html', '--analysers', 'local', '--category', 'gore, nudity']),
  ).toEqual({
    ...bare,
    json: true,
    html: 'a.html',
    categories: ['gore', 'nudity'],
  });
});

it.each([
  [['eval'], 'one labelled folder'],
  [['eval', 'a', 'b'], 'one labelled folder'],
  [['eval', 'a', '--analysers', 'oracle'], 'There is no analyser "oracle". There are: local, openai-moderation'],
  [['eval', 'a', '--category', 'gores'], '--category takes of these: sexual_explicit'],
  [['check', 'a', '--html', 'b'], 'check takes no --html'],
])('says what is wrong with %j', (args, message) => {
  expect(parseCommand(args)).toMatchObject({ name: 'usage_error', message: expect.stringContaining(message) });
});

it('reads help and version in their usual spellings', () => {
  for (const word of ['help', '--help', '-h']) expect(parseCommand([word])).toEqual({ name: 'help' });
  for (const word of ['--version', '-v']) expect(parseCommand([word])).toEqual({ name: 'version' });
});

it.each([[[]], [['check']], [['chekc', 'a']], [['check', 'a', '--jsno']]])('calls %j a usage error', (args) => {
  expect(parseCommand(args)).toMatchObject({ name: 'usage_error' });
});
