import { asc, sql } from 'drizzle-orm';
import { z } from 'zod';
import { strikesOf } from '../../authors/author-action.ts';
import { readAuthorSettings } from '../../authors/author-settings.ts';
import { getAuthor } from '../../authors/read-authors.ts';
import { statementLines } from '../account/account-facts.ts';
import { countFiles, mediaLines, secondLines, type Whose } from '../account/media-pages.ts';
import { originals } from '../account/originals.ts';
import { lostFiles } from '../account/readme.ts';
import type { ExportMaker, MakerContext } from '../export-maker.ts';
import type { ExportRow } from '../export-row.ts';
import { jsonBytes, jsonLines, textBytes, type ZipEntry, zip } from '../zip.ts';

/** The id of the author's row, and theirs. */
const Parameters = z.object({ author_id: z.uuid(), author: z.string() });

function askedOf({ accountId, createdAt, parameters }: ExportRow): { author: string; whose: Whose & { authorId: string } } {
  const { author, author_id: authorId } = Parameters.parse(parameters);
  return { author, whose: { accountId, authorId, createdAt } };
}

const readme = ({ createdAt }: ExportRow) => `What Clearframe holds about one author, asked for on ${createdAt.toISOString()}.

author.json          their id, name and address, what holds for their next item, and figures
strikes.jsonl        Fails that count against them now
media.jsonl          their items with every result and decision
video-seconds.jsonl  what each second of their videos scored
statements.jsonl     why something was restricted, with the appeal against it
files/               the files as they were uploaded, without metadata

Left out: who moderated, the notes of decisions, and why a rule for the author was set by hand. They speak of other people.

A .json file is one document. A .jsonl file holds one JSON object a line. Text is UTF-8, times are UTC.
An item whose "withheld" is true was withheld by the operator of this server: its file is left out.
If there is a ${lostFiles}, it lists files that this server has lost. Tell its operator.
`;

async function* strikeLines({ db }: Pick<MakerContext, 'db'>, { accountId, authorId }: Whose): AsyncGenerator<unknown[]> {
  const { strike_days } = await readAuthorSettings(db, accountId);
  const { rows } = await db.execute(sql`
    select k.id, k.at, k.media_id, k.label_key as label from (${strikesOf(sql`${authorId}::uuid`, sql`${strike_days}::int`)}) k
    order by ${asc(sql`k.at`)}, k.id`);
  yield rows;
}

/** A platform hands this to the author: it names nobody who moderates, and tells nothing that they wrote for each other. */
async function authorFacts({ db }: Pick<MakerContext, 'db'>, accountId: string, author: string) {
  const { action_by: _by, action_reason: _reason, ...told } = await getAuthor(db, accountId, author);
  return told;
}

async function* ownMediaLines(context: Pick<MakerContext, 'db'>, whose: Whose): AsyncGenerator<unknown[]> {
  for await (const items of mediaLines(context, whose))
    yield items.map(({ createdBy: _uploader, decisions, ...item }) => ({
      ...item,
      decisions: decisions.map(({ by: _by, byToken: _token, note: _note, ...told }) => told),
    }));
}

function ownAppeal<T extends { accountId: string; decidedBy: string | null }>(appeal: T | null) {
  if (appeal === null) return null;
  const { accountId: _account, decidedBy: _by, ...told } = appeal;
  return told;
}

async function* ownStatementLines(
  context: Pick<MakerContext, 'db'>,
  accountId: string,
  author: string,
): AsyncGenerator<unknown[]> {
  for await (const page of statementLines(context, accountId, author))
    yield page.map(({ deciders: _deciders, appeal, ...told }) => ({ ...told, appeal: ownAppeal(appeal) }));
}

async function* entries(context: MakerContext, row: ExportRow, onItem: () => void): AsyncGenerator<ZipEntry> {
  const { accountId, createdAt: at } = row;
  const { author, whose } = askedOf(row);
  yield { name: 'README.txt', at, bytes: textBytes(readme(row)) };
  yield { name: 'author.json', at, bytes: jsonBytes(await authorFacts(context, accountId, author)) };
  yield { name: 'strikes.jsonl', at, bytes: jsonLines(strikeLines(context, whose)) };
  yield { name: 'media.jsonl', at, bytes: jsonLines(ownMediaLines(context, whose)) };
  yield { name: 'video-seconds.jsonl', at, bytes: jsonLines(secondLines(context, whose)) };
  yield { name: 'statements.jsonl', at, bytes: jsonLines(ownStatementLines(context, accountId, author)) };
  yield* originals(context, whose, onItem);
}

/** Everything that is held about one author, as a ZIP. */
export const authorExport: ExportMaker = {
  contentType: 'application/zip',
  extension: 'zip',
  name: 'clearframe-author',
  count: (context, row) => countFiles(context, askedOf(row).whose),
  write: (context, row, onItem) => zip(entries(context, row, onItem)),
};
