import { z } from 'zod';
import { auditPages } from '../../audit/read-audit.ts';
import { readAuthorSettings } from '../../authors/author-settings.ts';
import { listErasures } from '../../authors/erasure-row.ts';
import { readExposureSettings } from '../../exposure/exposure-settings.ts';
import { ownDays } from '../../exposure/read-exposure.ts';
import { readLabels } from '../../labels/read-labels.ts';
import { ownViews } from '../../moderation/list/saved-views.ts';
import { readNoticeSettings } from '../../notices/notice-settings.ts';
import { readQualitySettings } from '../../quality/settings.ts';
import { readStatementSettings } from '../../statements/statement-settings.ts';
import type { ExportMaker, MakerContext } from '../export-maker.ts';
import type { ExportRow } from '../export-row.ts';
import { jsonBytes, jsonLines, textBytes, type ZipEntry, zip } from '../zip.ts';
import {
  accountFacts,
  accountSecurityLines,
  authorLines,
  chatFacts,
  keywordFacts,
  knownLines,
  noticeLines,
  ownSecurityLines,
  paymentFacts,
  policyLines,
  statementLines,
  subscriptionFacts,
  tokenFacts,
  usageLines,
  webhookFacts,
} from './account-facts.ts';
import { checkLines, doorFacts } from './door-facts.ts';
import { countFiles, mediaLines, secondLines } from './media-pages.ts';
import { originals } from './originals.ts';
import { readme } from './readme.ts';
import { reportedLines, transparencyFacts } from './transparency-facts.ts';
import { countDecisions, decisionLines, userFacts } from './user-facts.ts';

/** `account` = all of it, for its owner; `own` = what is another member's own. */
const Parameters = z.object({ scope: z.enum(['account', 'own']) });
const scopeOf = (row: ExportRow) => Parameters.parse(row.parameters).scope;

/** Whether the file holds more than what is the person's own: only an owner may have it, also when it was asked for as one. */
export const isOfWholeAccount = (row: ExportRow) => row.kind === 'account' && scopeOf(row) === 'account';

/** A program cannot ask for this kind. */
function ofPerson(row: ExportRow): ExportRow & { userId: string } {
  if (row.userId === null) throw new Error('This export belongs to nobody');
  return { ...row, userId: row.userId };
}

async function* entries(context: MakerContext, asked: ExportRow, onItem: () => void): AsyncGenerator<ZipEntry> {
  const row = ofPerson(asked);
  const { accountId, userId } = row;
  const at = row.createdAt;
  const scope = scopeOf(row);
  yield { name: 'README.txt', at, bytes: textBytes(readme(row, scope)) };
  yield { name: 'user.json', at, bytes: jsonBytes(await userFacts(context, userId)) };
  yield { name: 'exposure.json', at, bytes: jsonBytes(await ownDays(context.db, row)) };
  yield { name: 'views.json', at, bytes: jsonBytes(await ownViews(context.db, row)) };
  if (scope === 'own') {
    yield { name: 'decisions.jsonl', at, bytes: jsonLines(decisionLines(context, row, onItem)) };
    yield { name: 'security-log.jsonl', at, bytes: jsonLines(ownSecurityLines(context, userId)) };
    return;
  }
  yield { name: 'account.json', at, bytes: jsonBytes(await accountFacts(context, accountId)) };
  yield { name: 'tokens.json', at, bytes: jsonBytes(await tokenFacts(context, accountId)) };
  yield { name: 'chats.json', at, bytes: jsonBytes(await chatFacts(context, accountId)) };
  yield { name: 'doors.json', at, bytes: jsonBytes(await doorFacts(context, accountId)) };
  yield { name: 'checks.jsonl', at, bytes: jsonLines(checkLines(context, accountId)) };
  yield { name: 'webhooks.json', at, bytes: jsonBytes(await webhookFacts(context, accountId)) };
  yield { name: 'keyword-settings.json', at, bytes: jsonBytes(await keywordFacts(context, accountId)) };
  yield { name: 'quality-settings.json', at, bytes: jsonBytes(await readQualitySettings(context.db, accountId)) };
  yield { name: 'authors.jsonl', at, bytes: jsonLines(authorLines(context, accountId)) };
  yield { name: 'author-erasures.json', at, bytes: jsonBytes(await listErasures(context.db, accountId)) };
  yield { name: 'author-settings.json', at, bytes: jsonBytes(await readAuthorSettings(context.db, accountId)) };
  yield { name: 'notices.jsonl', at, bytes: jsonLines(noticeLines(context, accountId)) };
  yield { name: 'notice-settings.json', at, bytes: jsonBytes(await readNoticeSettings(context, accountId)) };
  yield { name: 'statements.jsonl', at, bytes: jsonLines(statementLines(context, accountId)) };
  yield { name: 'statement-settings.json', at, bytes: jsonBytes(await readStatementSettings(context.db, accountId)) };
  yield { name: 'transparency.json', at, bytes: jsonBytes(await transparencyFacts(context, accountId)) };
  yield { name: 'reported-statements.jsonl', at, bytes: jsonLines(reportedLines(context, accountId)) };
  yield { name: 'exposure-settings.json', at, bytes: jsonBytes(await readExposureSettings(context.db, accountId)) };
  yield { name: 'labels.json', at, bytes: jsonBytes(await readLabels(context.db, accountId)) };
  yield { name: 'known-pictures.jsonl', at, bytes: jsonLines(knownLines(context, accountId)) };
  yield { name: 'policies.jsonl', at, bytes: jsonLines(policyLines(context, accountId)) };
  yield { name: 'subscription.json', at, bytes: jsonBytes(await subscriptionFacts(context, accountId)) };
  yield { name: 'payments.json', at, bytes: jsonBytes(await paymentFacts(context, accountId)) };
  yield { name: 'usage.jsonl', at, bytes: jsonLines(usageLines(context, accountId)) };
  yield { name: 'security-log.jsonl', at, bytes: jsonLines(accountSecurityLines(context, row)) };
  yield { name: 'audit.jsonl', at, bytes: jsonLines(auditPages(context, accountId)) };
  yield { name: 'media.jsonl', at, bytes: jsonLines(mediaLines(context, row)) };
  yield { name: 'video-seconds.jsonl', at, bytes: jsonLines(secondLines(context, row)) };
  yield* originals(context, row, onItem);
}

/** Everything that the server holds of an account, or of one of its members, as a ZIP. */
export const accountExport: ExportMaker = {
  contentType: 'application/zip',
  extension: 'zip',
  name: 'clearframe-export',
  count: (context, row) => (scopeOf(row) === 'account' ? countFiles(context, row) : countDecisions(context, ofPerson(row))),
  write: (context, row, onItem) => zip(entries(context, row, onItem)),
};
