import type { CommandHelp } from './command-help.ts';

const exits = [
  [0, 'It is done.'],
  [1, 'It failed, or found something wrong.'],
  [2, 'The command was not understood, or no server is installed here.'],
] as const;

const reason = { name: 'reason', value: 'TEXT', text: 'Why. The log of operators keeps it.' };

function operator(
  name: string,
  synopsis: readonly string[],
  summary: string,
  more: Pick<CommandHelp, 'options' | 'offers' | 'examples'> = {},
): CommandHelp {
  return {
    name,
    synopsis: synopsis.map((line) => `clearframe ${name}${line && ` ${line}`}`),
    summary,
    exits,
    isOperator: true,
    ...more,
  };
}

/** What works on a server's data. Their own words stand in packages/server/src/operator/command.ts. */
export const operatorCommands: readonly CommandHelp[] = [
  operator('grant', ['EMAIL FRAMES --reason TEXT'], 'Give an account frames.', {
    options: [reason],
    examples: [['clearframe grant ada@shop.example 500 --reason "migration"', '500 frames']],
  }),
  operator('hold', ['MEDIA_ID --reason TEXT'], 'Keep an item from deletion.', { options: [reason] }),
  operator('release', ['MEDIA_ID --reason TEXT'], 'End a hold.', { options: [reason] }),
  operator('holds', [''], 'List items on hold.'),
  operator('two-step', ['off EMAIL --reason TEXT'], 'Help a person who lost their authenticator app.', {
    options: [reason],
    offers: ['off'],
  }),
  operator('operator', ['add|remove EMAIL', 'list'], 'Choose who can open the operator console.', {
    offers: ['add', 'remove', 'list'],
    examples: [['clearframe operator add ada@shop.example', 'lets Ada open /operator']],
  }),
  operator(
    'retention',
    ['show [EMAIL]', 'set EMAIL --safe-days DAYS … --reason TEXT'],
    'Show or set for how many days accounts keep items.',
    { options: [reason], offers: ['show', 'set'] },
  ),
  operator('processes', [''], 'List the processes on every machine.'),
  operator('log', ['[--last NUMBER] [--json]'], 'Show what operators did.', {
    options: [
      { name: 'last', value: 'NUMBER', text: 'Only so many of the newest.' },
      { name: 'json', text: 'Print one JSON document.' },
    ],
  }),
  operator('backup', ['PLACE [--database-only]'], 'Back up database and files.', {
    options: [{ name: 'database-only', text: 'Leave the files out.' }],
    examples: [['clearframe backup /mnt/backups/today', 'database and files']],
  }),
  operator('restore', ['[PLACE] [--check-only]'], 'Restore a backup, or compare without changing anything.', {
    options: [{ name: 'check-only', text: 'Compare only.' }],
  }),
  operator('migrate', ['[--apply-settings]'], 'Bring the tables up to this version.', {
    options: [{ name: 'apply-settings', text: 'Apply the settings of this machine afterwards.' }],
  }),
  operator('settings', ['show|apply'], 'Compare or apply what all machines have in common.', { offers: ['show', 'apply'] }),
  operator('queue', ['show', 'retry analyses|deliveries'], 'Show the queue, or retry what failed.', {
    offers: ['show', 'retry', 'analyses', 'deliveries'],
  }),
  operator('reseal', [''], 'Seal secrets with the new SECRET_KEY.'),
  operator('storage', ['adopt|check|move|extract …'], 'Join, compare or move the stored files.', {
    offers: ['adopt', 'check', 'move', 'extract'],
  }),
  operator('quarantine', ['list|restore|purge'], 'List, restore or remove files without a row.', {
    offers: ['list', 'restore', 'purge'],
  }),
  operator('move-database', ['postgres://…|--undo|--confirm'], 'Move to another PostgreSQL.', {
    options: [
      { name: 'undo', text: 'Open this database again.' },
      { name: 'confirm', text: 'Also after a move that ended.' },
    ],
  }),
];
