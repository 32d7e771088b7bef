import type { CommandHelp, OptionHelp } from './command-help.ts';
import { commands, type Shell } from './commands.ts';

const options = ({ options: own = [] }: CommandHelp): readonly OptionHelp[] => [...own, { name: 'help', text: 'Show help.' }];
const flags = (command: CommandHelp): string =>
  options(command)
    .map(({ name }) => `--${name}`)
    .join(' ');

const wordsOf = (offers: OptionHelp['offers']): string => (typeof offers === 'object' ? offers.join(' ') : '');

function bash(): string {
  const values = commands.flatMap((command) =>
    options(command).flatMap(({ name, offers, value }) => {
      if (!value) return [];
      const reply = offers === 'folders' ? '-d' : offers === 'files' ? '-f' : `-W "${wordsOf(offers)}"`;
      return [`    ${command.name}:--${name}) COMPREPLY=($(compgen ${reply} -- "$cur")); return;;`];
    }),
  );
  const words = commands.map((command) => {
    const offered = `${wordsOf(command.offers)} ${flags(command)}`.trim();
    const files = command.offers === 'files' ? '; COMPREPLY+=($(compgen -f -- "$cur"))' : '';
    return `    ${command.name}) COMPREPLY=($(compgen -W "${offered}" -- "$cur"))${files};;`;
  });
  return `_clearframe() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')} --help --version" -- "$cur"))
    return
  fi
  case "$command:$prev" in
    help:*) COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')}" -- "$cur")); return;;
${values.join('\n')}
  esac
  case "$command" in
${words.join('\n')}
  esac
}
complete -o filenames -F _clearframe clearframe
`;
}

/** Single quotes end a word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Brackets and colons part the fields of \`_arguments\`. */
const plain = (text: string): string => text.replaceAll(/[[\]:]/g, ' ');

function zsh(): string {
  const offer = (offers: OptionHelp['offers']): string => {
    if (offers === 'files') return '_files';
    if (offers === 'folders') return '_files -/';
    return offers ? `(${wordsOf(offers)})` : ' ';
  };
  const cases = commands.map((command) => {
    const own = options(command).map(({ name, value, text, offers }) =>
      quoted(`--${name}[${plain(text)}]${value ? `:${plain(value)}:${offer(offers)}` : ''}`),
    );
    const words = command.name === 'help' ? `(${commands.map(({ name }) => name).join(' ')})` : offer(command.offers);
    return `    ${command.name}) _arguments ${own.join(' ')} ${quoted(`*:word:${words}`)};;`;
  });
  return `#compdef clearframe
_clearframe() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${plain(summary)}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = _clearframe ]; then _clearframe "$@"; else compdef _clearframe clearframe; fi
`;
}

function fish(): string {
  const lines = commands.flatMap((command) => {
    const here = `-n "__fish_seen_subcommand_from ${command.name}"`;
    const offered = command.name === 'help' ? commands.map(({ name }) => name).join(' ') : wordsOf(command.offers);
    return [
      `complete -c clearframe -n __fish_use_subcommand -f -a ${command.name} -d ${quoted(command.summary)}`,
      ...(offered ? [`complete -c clearframe ${here} -f -a ${quoted(offered)}`] : []),
      ...options(command).map(({ name, value, text, offers }) => {
        const words = wordsOf(offers);
        const behind = value ? ` -r${words ? ` -f -a ${quoted(words)}` : ' -F'}` : '';
        return `complete -c clearframe ${here} -l ${name}${behind} -d ${quoted(text)}`;
      }),
    ];
  });
  return `${lines.join('\n')}\n`;
}

const scripts: Record<Shell, () => string> = { bash, zsh, fish };

/** The completion script of a shell, made of the same table as the help. */
export const completionScript = (shell: Shell): string => scripts[shell]();
