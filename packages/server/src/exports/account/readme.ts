import { limits } from '@clearframe/contract';
import type { ExportRow } from '../export-row.ts';

/** Lists the originals that the server should have and has not. It is there only when there are any. */
export const lostFiles = 'lost-files.jsonl';

const own: [string, string][] = [
  ['user.json', 'your name, address, second steps and the devices you signed in on; no password and no key'],
  ['exposure.json', `how many flagged items you revealed, day by day, in the last ${limits.exposureDays} days`],
  ['views.json', 'the filters that you saved in this account'],
  ['security-log.jsonl', 'what happened to your sign-in and, for an owner, in the account'],
];

const decisions: [string, string] = ['decisions.jsonl', 'what you decided on items of this account'];

const account: [string, string][] = [
  ['account.json', 'the account, its members and open invitations'],
  ['audit.jsonl', 'who decided and changed what, an entry a line in a chain of hashes'],
  ['media.jsonl', 'every item: what was sent with it, each result with scores and keywords, each manual decision'],
  ['video-seconds.jsonl', 'what each second of each video scored, by the id of the item'],
  [
    'files/',
    'the originals as they are kept (pictures without place, time and camera once they were analysed), ' +
      'under the name that media.jsonl gives as "file"',
  ],
  ['tokens.json', 'API tokens by name and dates; their values are secrets and are left out'],
  ['chats.json', 'chats of Slack and Discord by name; their addresses are left out'],
  ['doors.json', 'how other software asks: settings, checkers and buckets; keys and secret addresses are left out'],
  ['checks.jsonl', 'what was judged without being kept, in the last 30 days'],
  ['webhooks.json', 'webhooks by address; their secrets are left out'],
  ['keyword-settings.json', 'the forbidden and the required keywords'],
  ['authors.jsonl', 'who made what was uploaded, by your ids; media.jsonl names them by authorId'],
  ['author-erasures.json', 'erasures of authors, without who they were'],
  ['author-settings.json', 'when strikes watch or block an author by themselves'],
  ['notices.jsonl', 'notices from outside with their notifiers, decisions and answers'],
  ['notice-settings.json', 'the form for notices and the hours to decide one'],
  ['statements.jsonl', 'why something was restricted, by the id of the item, with the appeal against it'],
  ['statement-settings.json', 'how you explain what you restrict'],
  ['transparency.json', 'where you report statements, without the token, and what each run sent'],
  ['reported-statements.jsonl', 'what the transparency database said of each statement, by its id'],
  ['exposure-settings.json', 'how many flagged items people reveal before a break'],
  ['labels.json', 'the reasons for a Fail, built in and your own'],
  ['quality-settings.json', 'how many in a thousand safe items are drawn for people to look at'],
  ['known-pictures.jsonl', 'hashes of known pictures: from decisions, and from imported lists by their name'],
  ['policies.jsonl', 'every saved version of the limits and keywords, by the name that results give as "policy_version"'],
  ['subscription.json', 'plans and their periods'],
  ['payments.json', 'payments and invoices; of a card there are at most the last four digits'],
  ['usage.jsonl', 'the frame ledger: each frame granted, held, charged or given back'],
];

const withheld = `
An item whose "withheld" is true was withheld by the operator of this server: its file is left out.
A file that "file" names and that is not here was deleted or withheld while the export was made.
If there is a ${lostFiles}, it lists files that this server has lost. Tell its operator.`;

/** What stands in README.txt. */
export function readme(row: ExportRow, scope: 'account' | 'own'): string {
  const files = scope === 'account' ? [...own, ...account] : [...own, decisions];
  const width = Math.max(...files.map(([name]) => name.length)) + 2;
  return `Export of ${scope === 'account' ? 'a whole account' : 'one member’s own data'} from Clearframe, \
asked for on ${row.createdAt.toISOString()}.

${files.map(([name, what]) => `${name.padEnd(width)}${what}`).join('\n')}

A .json file is one document. A .jsonl file holds one JSON object a line. Text is UTF-8, times are UTC.
${scope === 'account' ? withheld : ''}`
    .trimEnd()
    .concat('\n');
}
