import { randomUUID } from 'node:crypto';
import { type Analysis, categoryNames, webhookEvents } from '@clearframe/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Context } from '../../src/context.ts';
import {
  account,
  analysis,
  appeal,
  author,
  authorErasure,
  media,
  membership,
  notice,
  reportedStatement,
  statement,
  transparencyRun,
  transparencySettings,
  user,
  webhook,
} from '../../src/db/schema.ts';
import { eraseAuthor } from '../../src/erasures/erase-author.ts';
import { requestErasure } from '../../src/erasures/request-erasure.ts';
import { checkKeywords } from '../../src/moderation/judge/check-keywords.ts';
import { reachVerdict } from '../../src/moderation/judge/reach-verdict.ts';
import { decideNotice } from '../../src/notices/decide-notice.ts';
import { searchCopies } from '../../src/notices/link-notice.ts';
import { fileNotice } from '../../src/notices/receive-notice.ts';
import { receiveAppeal } from '../../src/statements/appeals.ts';
import { decideAppeal } from '../../src/statements/decide-appeal.ts';
import { findStatement } from '../../src/statements/read-statements.ts';
import { writeStatements } from '../../src/statements/write-statements.ts';
import { sendStatements } from '../../src/transparency/send-statements.ts';
import { startRun } from '../../src/transparency/start-run.ts';

/** An account in which one notice is followed to its end. */
export type LineAccount = { accountId: string; ada: string; bob: string; item: string; copy: string; mark: string };

const never = { signal: new AbortController().signal, alive() {} };
const coverage = Object.fromEntries(categoryNames.map((name) => [name, 'not_assessed'])) as Analysis['coverage'];
const hash = (first: string) => `${first}${'5a3c'.repeat(15)}${first}`.slice(0, 64);

async function addPerson({ db }: Context, accountId: string, role: 'owner' | 'moderator'): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const [made] = await db.insert(user).values({ name: role, email, emailKey: email, passwordHash: '-' }).returning();
  if (!made) throw new Error('The person was not stored');
  await db.insert(membership).values({ accountId, userId: made.id, role });
  return made.id;
}

async function addItem({ db }: Context, accountId: string, authorId: string, pdq: string): Promise<string> {
  const id = randomUUID();
  const file = { filename: `${id}.png`, originalFilename: 'picture.png', kind: 'png', mimeType: 'image/png', fileSizeBytes: 1 };
  const stored = { objectKey: `${accountId}/${id}/original.png`, state: 'done', moderationFlagged: false } as const;
  await db.insert(media).values({ id, accountId, authorId, source: 'api', tags: [], ...file, ...stored });
  const seen: Analysis = {
    kind: 'png',
    width: 1,
    height: 1,
    frames_analysed: 1,
    processing_time_ms: 1,
    analysis_version: 'x',
    scores: {},
    coverage,
    description: '',
    text: '',
    hash: { pdq, mirrored: hash('ffff'), quality: 100 },
  };
  const moderation = reachVerdict(seen, checkKeywords('', { required: [], forbidden: [], leetspeak: false }));
  await db.insert(analysis).values({ mediaId: id, attempt: 1, analysis: seen, moderation });
  return id;
}

/** An item and a copy of it by one author, two people, a webhook that hears everything, and where statements are reported. */
export async function prepareAccount(context: Context, eu: { url: string; token: string }): Promise<LineAccount> {
  const { db, secrets } = context;
  const [made] = await db.insert(account).values({ name: 'Line' }).returning();
  const accountId = made?.id ?? '';
  const mark = randomUUID();
  const [by] = await db.insert(author).values({ accountId, externalId: mark, name: mark }).returning();
  const authorId = by?.id ?? '';
  const sealed = { tokenSealed: 'sealed', secretSealed: 'sealed' };
  await db.insert(webhook).values({ accountId, url: 'https://hooks.example/in', events: [...webhookEvents], ...sealed });
  const tokenSealed = secrets.seal('transparency', eu.token);
  const to = { enabled: true, apiUrl: eu.url, tokenSealed, territorialScope: ['DE'], contentLanguage: 'DE' };
  await db.insert(transparencySettings).values({ accountId, ...to });
  const [ada, bob] = [await addPerson(context, accountId, 'owner'), await addPerson(context, accountId, 'moderator')];
  const item = await addItem(context, accountId, authorId, hash('aaaa'));
  const copy = await addItem(context, accountId, authorId, hash('aaab'));
  return { accountId, ada, bob, item, copy, mark };
}

async function notify(context: Context, { accountId, item, mark }: LineAccount): Promise<string> {
  const [known] = await context.db.select({ id: notice.id }).from(notice).where(eq(notice.accountId, accountId));
  if (known) return known.id;
  return await fileNotice(
    context,
    { accountId, tokenName: 'line' },
    {
      kind: 'take_it_down',
      media_id: item,
      ground: 'illegal',
      legal_reference: 'TAKE IT DOWN Act',
      explanation: 'This shows me.',
      name: 'Nora',
      email: `notifier-${mark}@example.com`,
      good_faith: true,
      signature: 'Nora',
    },
  );
}

async function answer(context: Context, { accountId, ada }: LineAccount, id: string): Promise<void> {
  const [row] = await context.db.select().from(notice).where(eq(notice.id, id));
  if (row?.outcome !== null) return;
  const said = { outcome: 'removed', label: 'adult', answer: 'We removed it.' } as const;
  await decideNotice(context, { accountId, userId: ada }, id, said);
}

async function contest(context: Context, { accountId, bob, item, mark }: LineAccount): Promise<void> {
  const { db } = context;
  const [stated] = await db
    .select()
    .from(statement)
    .where(and(eq(statement.accountId, accountId), eq(statement.mediaId, item)));
  if (!stated) throw new Error('No statement was written');
  const [known] = await db.select().from(appeal).where(eq(appeal.statementId, stated.id));
  const said = { text: `It is ${mark}.`, email: `appellant-${mark}@example.com` };
  const id = known?.id ?? (await receiveAppeal(context, await findStatement(db, accountId, stated.id), 'somebody', said)).id;
  if (known?.decidedAt) return;
  await decideAppeal(context, { accountId, userId: bob }, id, { outcome: 'reversed', answer: 'You were right.' });
}

async function report(context: Context, { accountId, ada }: LineAccount): Promise<void> {
  const { db } = context;
  const done = and(eq(transparencyRun.accountId, accountId), eq(transparencyRun.state, 'done'));
  if ((await db.$count(transparencyRun, done)) > 0) return;
  const run = await startRun(context, { accountId, userId: ada }, { dry_run: false });
  await sendStatements(context, run.id, never);
}

async function forget(context: Context, { accountId, ada, mark }: LineAccount): Promise<void> {
  const { db } = context;
  const isThere = and(eq(author.accountId, accountId), eq(author.externalId, mark));
  if ((await db.$count(author, isThere)) > 0)
    await requestErasure(context, { accountId, userId: ada }, mark, { items: 'anonymise' });
  const open = await db
    .select({ id: authorErasure.id })
    .from(authorErasure)
    .where(and(eq(authorErasure.accountId, accountId), isNull(authorErasure.finishedAt)));
  for (const { id } of open) await eraseAuthor(context, id, never.signal);
}

/**
 * From the notice to the erasure, each step as a person, a program or a job repeats it that heard no answer: what is done already is left
 * alone.
 */
export async function walkLine(context: Context, of: LineAccount): Promise<void> {
  const id = await notify(context, of);
  await searchCopies(context, id);
  await answer(context, of, id);
  await writeStatements(context, never.signal);
  await contest(context, of);
  await report(context, of);
  await forget(context, of);
}

/** How many rows an account has of each thing that must go together. */
export async function countLine(context: Context, { accountId, item, copy, mark }: LineAccount) {
  const { db, secrets } = context;
  const { rows: acts } = await db.execute<{ action: string; n: number }>(sql`
    select action, count(*)::int as n from (select action, account_id from audit_waiting union all
      select action, account_id from audit_entry) a where account_id = ${accountId} group by action`);
  const { rows: told } = await db.execute<{ event: string; n: number }>(
    sql`select event, count(*)::int as n from delivery where account_id = ${accountId} group by event`,
  );
  const { rows: mails } = await db.execute<{ sealed: string }>(
    sql`select data ->> 'sealed' as sealed from pgboss.job where name = 'send-mail'`,
  );
  const to = mails.map(({ sealed }) => secrets.open('mail', sealed)).filter((mail) => mail.includes(mark));
  const { rows: decided } = await db.execute<{ fails: number; passes: number }>(sql`
    select count(*) filter (where "to")::int as fails, count(*) filter (where not "to")::int as passes from decision
    where media_id in (${item}, ${copy}) and undone_at is null`);
  const act = (name: string) => acts.find(({ action }) => action === name)?.n ?? 0;
  const event = (name: string) => told.find((one) => one.event === name)?.n ?? 0;
  const notices = await db.select().from(notice).where(eq(notice.accountId, accountId));
  const erasures = await db.select().from(authorErasure).where(eq(authorErasure.accountId, accountId));
  return {
    notices: notices.length,
    noticesDecided: notices.filter(({ outcome }) => outcome !== null).length,
    fails: decided[0]?.fails ?? 0,
    passes: decided[0]?.passes ?? 0,
    statements: await db.$count(statement, eq(statement.accountId, accountId)),
    reversed: await db.$count(statement, and(eq(statement.accountId, accountId), sql`${statement.reversedAt} is not null`)),
    appeals: await db.$count(appeal, eq(appeal.accountId, accountId)),
    appealsDecided: await db.$count(appeal, and(eq(appeal.accountId, accountId), sql`${appeal.decidedAt} is not null`)),
    reported: await db.$count(reportedStatement, eq(reportedStatement.accountId, accountId)),
    erasures: erasures.length,
    erasuresDone: erasures.filter(({ finishedAt }) => finishedAt !== null).length,
    itemsErased: erasures.reduce((sum, one) => sum + one.itemsDone, 0),
    authors: await db.$count(author, eq(author.accountId, accountId)),
    linked: await db.$count(media, and(eq(media.accountId, accountId), sql`${media.authorId} is not null`)),
    acts: {
      received: act('notice.received'),
      decided: act('notice.decided'),
      appealed: act('appeal.received'),
      appealDecided: act('appeal.decided'),
      sent: act('transparency.sent'),
      erasing: act('author.erasure_requested'),
      erased: act('author.erased'),
    },
    told: {
      received: event('notice.received'),
      decided: event('notice.decided'),
      stated: event('statement.created'),
      appealed: event('appeal.received'),
      appealDecided: event('appeal.decided'),
      erased: event('erasure.done'),
    },
    mails: {
      notifier: to.filter((mail) => mail.includes(`notifier-${mark}`)).length,
      appellant: to.filter((mail) => mail.includes(`appellant-${mark}`)).length,
    },
  };
}
