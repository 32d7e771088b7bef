import { analyserSettings, categoryNames } from '@clearframe/contract';
import type { CommandHelp, OptionHelp } from './command-help.ts';
import { operatorCommands } from './operator-commands.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

const json: OptionHelp = { name: 'json', text: 'Print one JSON document.' };

const check: CommandHelp = {
  name: 'check',
  synopsis: [
    'clearframe check FILE|DIR|URL… [--html FILE] [--move-flagged DIR] [--json]',
    'clearframe check --watch DIR [--move-flagged DIR]',
  ],
  summary: 'Check pictures on this machine: JPEG, PNG, WebP, GIF, HEIC, HEIF, AVIF.',
  text: [
    'A folder is searched with its subfolders. Names that begin with a dot are left out.',
    'Nothing leaves this machine. Only a URL is fetched.',
    'The likeliest finding comes first. A file that could not be checked never counts as safe.',
  ],
  options: [
    { name: 'html', value: 'FILE', offers: 'files', text: 'Also write a page with veiled thumbnails and reasons.' },
    { name: 'move-flagged', value: 'DIR', offers: 'folders', text: 'Move flagged files there. Nothing is overwritten.' },
    { name: 'watch', value: 'DIR', offers: 'folders', text: 'Check what is in DIR and what arrives, until Ctrl+C.' },
    { ...json, text: 'Print one JSON document with all scores.' },
  ],
  exits: [
    [0, 'Every picture is safe ("review" counts as safe).'],
    [1, 'A picture is flagged, whatever else happened.'],
    [2, 'Nothing is flagged, but a file could not be checked; or the command was not understood.'],
  ],
  examples: [
    ['clearframe check picture.jpg holiday/', 'a file and a folder'],
    ['clearframe check uploads/ --html report.html', 'a page to look through'],
    ['clearframe check uploads/ --move-flagged flagged/', 'set flagged files aside'],
    ['clearframe check --watch inbox/ --move-flagged flagged/', 'keep an inbox clean'],
    ['clearframe check photo.jpg --json | jq .results[0].analysis.scores', 'scores for a program'],
  ],
  offers: 'files',
};

const evaluate: CommandHelp = {
  name: 'eval',
  synopsis: ['clearframe eval DIR|CSV [--category NAME,…] [--analysers NAME,…] [--html FILE] [--json]'],
  summary: 'Measure how often the analysis is right about pictures that you labelled.',
  text: [
    'DIR holds a folder for each label. CSV has the columns file and label; paths start where it is.',
    'A label is safe, flagged or a category. A CSV takes several, separated by semicolons.',
  ],
  options: [
    { name: 'category', value: 'NAME,…', offers: categoryNames, text: 'Only these categories.' },
    {
      name: 'analysers',
      value: 'NAME,…',
      offers: ['local', ...Object.keys(analyserSettings)],
      text: 'Compare these; "local" is built in. Services receive the pictures and may charge for them.',
    },
    { name: 'html', value: 'FILE', offers: 'files', text: 'Also write the figures with plots as a page.' },
    { ...json, text: 'Print one JSON document with the points of every curve.' },
  ],
  exits: [
    [0, 'Every labelled picture was counted.'],
    [1, 'Some were not counted; they are listed.'],
    [2, 'Nothing was measured, or the command was not understood.'],
  ],
  examples: [
    ['clearframe eval labelled/ --html accuracy.html', 'figures and plots'],
    ['clearframe eval set.csv --analysers local,openai-moderation', 'side by side'],
  ],
  offers: 'files',
};

const models: CommandHelp = {
  name: 'models',
  synopsis: [
    'clearframe models list [--json]',
    'clearframe models add OWNER/NAME --to FOLDER [--revision R] [--accept-licence NAME] [--hub URL]',
    'clearframe models verify FOLDER',
  ],
  summary: 'Fetch models for the analyser "transformers", pinned by checksum.',
  text: [
    'Only JSON, ONNX, licence and README are fetched; never code. The licence is shown before anything is.',
    'clearframe.lock.json in FOLDER keeps revision and checksums. A pinned file is never replaced by another.',
    'An interrupted fetch continues when you repeat it.',
  ],
  options: [
    { name: 'to', value: 'FOLDER', offers: 'folders', text: 'Where the files go.' },
    { name: 'revision', value: 'R', text: 'A branch, tag or commit; otherwise "main".' },
    { name: 'accept-licence', value: 'NAME', text: 'Accept this licence without being asked.' },
    { name: 'hub', value: 'URL', text: 'Another hub, by https. HF_ENDPOINT does the same.' },
    { ...json, text: 'Print the list as one JSON document.' },
  ],
  exits: [
    [0, 'It is done, or every file is as pinned.'],
    [1, 'The network or the disk failed.'],
    [2, 'The command was not understood.'],
    [3, 'A file has another checksum, or verify misses one.'],
    [4, 'The licence was not accepted.'],
    [5, 'The model is gated, or the token was refused (HF_TOKEN).'],
  ],
  examples: [
    ['clearframe models add AdamCodd/vit-base-nsfw-detector --to models/nsfw', 'shows the licence, then asks'],
    ['clearframe models verify models/nsfw', 'before a start, or each night'],
  ],
  offers: ['list', 'add', 'verify'],
};

const audit: CommandHelp = {
  name: 'audit',
  synopsis: ['clearframe audit verify FILE [--head HASH]'],
  summary: 'Check that an exported audit log is whole and unchanged.',
  text: [
    'FILE is an export of the audit log. Each entry holds the hash of the one before it.',
    'A hash that you noted earlier as the head proves that nobody cut the end off or wrote the log again.',
  ],
  options: [{ name: 'head', value: 'HASH', text: 'The file must hold the entry with this hash.' }],
  exits: [
    [0, 'Every entry follows from the one before.'],
    [1, 'One does not; its number is printed.'],
    [2, 'The file cannot be read, or the command was not understood.'],
  ],
  examples: [['clearframe audit verify clearframe-audit-2026-11-27.jsonl', 'before you hand it to an auditor']],
  offers: ['verify'],
};

const completion: CommandHelp = {
  name: 'completion',
  synopsis: [`clearframe completion ${shells.join('|')}`],
  summary: 'Print the script that completes commands and options in your shell.',
  exits: [
    [0, 'The script was printed.'],
    [2, 'There is no script for that shell.'],
  ],
  examples: [
    ['source <(clearframe completion bash)', 'bash, for this session'],
    ['clearframe completion zsh > ~/.zfunc/_clearframe', 'zsh, with ~/.zfunc in fpath'],
    ['clearframe completion fish > ~/.config/fish/completions/clearframe.fish', 'fish'],
  ],
  offers: shells,
};

const doctor: CommandHelp = {
  name: 'doctor',
  synopsis: ['clearframe doctor [--json]'],
  summary: 'Check this set-up and say how to mend what is wrong. Nothing is changed.',
  text: [
    'Where a server is installed: its database, files, settings and machine.',
    'Elsewhere: Node, the cache folder and the built-in analysis.',
  ],
  options: [json],
  exits: [
    [0, 'Nothing is wrong.'],
    [1, 'Something is wrong; each line says what to do.'],
  ],
  examples: [['clearframe doctor', 'before the first check']],
};

const help: CommandHelp = {
  name: 'help',
  synopsis: ['clearframe help [COMMAND]', 'clearframe --version'],
  summary: 'Explain a command. "clearframe COMMAND --help" does the same.',
  exits: [[0, 'Always.']],
  examples: [['clearframe help check', 'all options of check']],
};

/** Every command, in the order of the help. */
export const commands: readonly CommandHelp[] = [check, evaluate, models, audit, doctor, completion, help, ...operatorCommands];
