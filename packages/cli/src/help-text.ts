import type { CommandHelp, OptionHelp } from './command-help.ts';
import { commands } from './commands.ts';

/** Longest line of the help. */
const WIDTH = 80;

/** Breaks words into lines of at most `WIDTH` columns behind an indent. */
function wrap(text: string, indent: string, first = indent): string[] {
  const lines: string[] = [];
  let line = first;
  for (const word of text.split(' ')) {
    if (line.trim() !== '' && line.length + word.length + 1 > WIDTH) {
      lines.push(line);
      line = indent;
    }
    line += line.endsWith(' ') ? word : ` ${word}`;
  }
  return [...lines, line];
}

const titled = (title: string, lines: readonly string[]): string[] => (lines.length > 0 ? ['', title, ...lines] : []);

/** A term and what it means, beside each other where that fits. */
function entry(term: string, text: string, column: number): string[] {
  const indent = ' '.repeat(column);
  const head = `  ${term}`;
  if (head.length + 1 < column) return wrap(text, indent, head.padEnd(column));
  return [head, ...wrap(text, indent)];
}

/** Commands that are longer than a line break before an option. */
const call = (line: string): string[] => wrap(line, '      ', '  ');

const optionTerm = ({ name, value }: OptionHelp): string => `--${name}${value ? ` ${value}` : ''}`;
const exitLines = (exits: CommandHelp['exits'] = []) => exits.flatMap(([code, text]) => entry(String(code), text, 6));
const exampleLines = (examples: CommandHelp['examples'] = []) =>
  examples.flatMap(([line, text]) => [`  ${line}`, `      ${text}`]);

/** One command, as a page of a manual. */
export function commandHelp(command: CommandHelp): string {
  const options = [...(command.options ?? []), { name: 'help', text: 'Show this page.' }];
  return [
    ...wrap(`${command.name} — ${command.summary}`, '  '),
    ...titled('USAGE', command.synopsis.flatMap(call)),
    ...titled(
      'DESCRIPTION',
      (command.text ?? []).flatMap((line) => wrap(line, '  ')),
    ),
    ...titled(
      'OPTIONS',
      options.flatMap((option) => entry(optionTerm(option), option.text, 24)),
    ),
    ...titled('EXIT STATUS', exitLines(command.exits)),
    ...titled('EXAMPLES', exampleLines(command.examples)),
    ...titled('', command.isOperator ? wrap('Runs where the server is installed: in its folder, on its machine.', '  ') : []),
  ].join('\n');
}

const list = (some: readonly CommandHelp[]) => some.flatMap(({ name, summary }) => entry(name, summary, 17));

/** The whole program. */
export const helpText: string = [
  'clearframe — check pictures, and look after a Clearframe server',
  ...titled('USAGE', ['  clearframe COMMAND …', '  clearframe help COMMAND']),
  ...titled('COMMANDS', list(commands.filter(({ isOperator }) => !isOperator))),
  ...titled('COMMANDS FOR A SERVER (in its folder, on its machine)', list(commands.filter(({ isOperator }) => isOperator))),
  ...titled('EXIT STATUS OF CHECK', exitLines(commands[0]?.exits)),
  ...titled('EXAMPLES', exampleLines(commands[0]?.examples?.slice(0, 3))),
  ...titled('ENVIRONMENT', [
    ...entry('HF_ENDPOINT', 'The hub of "models add"; HF_TOKEN is for gated models.', 17),
    ...entry('NO_COLOR', 'No colours. Without a terminal there are none anyway.', 17),
    ...entry('XDG_CACHE_HOME', 'Where the converted model is kept.', 17),
  ]),
].join('\n');
