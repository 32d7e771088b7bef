import { limits, type TransparencyPreview, type TransparencyPreviewQuery } from '@clearframe/contract';
import type { Db } from '../db/client.ts';
import { readLabels } from '../labels/read-labels.ts';
import { judgeStatement } from './judge-statement.ts';
import { settingsRow } from './transparency-settings.ts';
import { type Asked, countUnsent, unsentStatements } from './unsent-statements.ts';

const when = (text: string | undefined) => (text === undefined ? null : new Date(text));

/** One page of what would be sent, and what would not and why. It calls nobody. */
export async function previewStatements(
  db: Db,
  accountId: string,
  { page, from, to }: TransparencyPreviewQuery,
): Promise<TransparencyPreview> {
  const asked: Asked = { accountId, from: when(from), to: when(to) };
  const limit = limits.transparencyPageSize;
  const rows = await unsentStatements(db, asked, { limit, offset: (page - 1) * limit });
  const scope = await settingsRow(db, accountId);
  const labels = await readLabels(db, accountId);
  const judged = rows.map((row) => judgeStatement(row, labels, scope));
  return {
    statements: judged.filter(({ errors }) => errors.length === 0).map(({ shape }) => shape),
    invalid: judged
      .filter(({ errors }) => errors.length > 0)
      .map(({ unsent: { id, number, content }, errors }) => ({ statement_id: id, number, label: content.label.key, errors })),
    pagination: { page, limit, total: await countUnsent(db, asked) },
  };
}
