import { expect, it } from 'vitest';
import { parseCommand } from './parse-command.ts';

const bareCheck = { name: 'check', json: false, html: null, moveFlagged: null, watch: null };

it('reads check with its targets, options before or behind them', () => {
  expect(parseCommand(['check', 'a.jpg', 'b'])).toEqual({ ...bareCheck, targets: ['a.jpg', 'b'] });
  expect(parseCommand(['check', '--json', 'a.jpg'])).toEqual({ ...bareCheck, targets: ['a.jpg'], json: true });
  expect(parseCommand(['check', 'a.jpg', '--html', 'r.html', '--move-flagged', 'f'])).toEqual({
    ...bareCheck,
    targets: ['a.jpg'],
    html: 'r.html',
    moveFlagged: 'f',
  });
  expect(parseCommand(['check', '--watch', 'in'])).toEqual({ ...bareCheck, targets: [], watch: 'in' });
  for (const place of ['in/flagged', 'inn'])
    expect(parseCommand(['check', '--watch', 'in', '--move-flagged', place])).toMatchObject({ watch: 'in', moveFlagged: place });
});

it('takes a name that begins with a dash behind --', () => {
  expect(parseCommand(['check', '--', '-v.jpg'])).toEqual({ ...bareCheck, targets: ['-v.jpg'] });
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
  [['check', 'a', '--category', 'gore'], 'check takes no --category'],
  [['check', 'a', '--watch', 'b'], '--watch takes one folder'],
  [['check', '--watch', 'b', '--json'], '--watch has no end'],
  [['check', '--watch', 'in', '--move-flagged', './in'], 'nothing would be checked'],
  [['check', '--watch', 'in/today', '--move-flagged', 'in'], 'nothing would be checked'],
  [['completion', 'tcsh'], 'completion takes one of: bash, zsh, fish'],
  [['help', 'chekc'], 'There is no command "chekc"'],
])('says what is wrong with %j', (args, message) => {
  expect(parseCommand(args)).toMatchObject({ name: 'usage_error', message: expect.stringContaining(message) });
});

it('reads help and version in their usual spellings', () => {
  for (const word of ['help', '--help', '-h']) expect(parseCommand([word])).toEqual({ name: 'help', about: null });
  for (const words of [
    ['help', 'check'],
    ['check', '--help'],
  ])
    expect(parseCommand(words)).toMatchObject({ name: 'help', about: { name: 'check' } });
  for (const word of ['--version', '-v']) expect(parseCommand([word])).toEqual({ name: 'version' });
});

it.each([[[]], [['check']], [['chekc', 'a']], [['check', 'a', '--jsno']]])('calls %j a usage error', (args) => {
  expect(parseCommand(args)).toMatchObject({ name: 'usage_error' });
});
