import type { Appeal } from '@clearframe/contract';
import type { appeal } from '../db/schema.ts';

export type AppealRow = typeof appeal.$inferSelect;
export type ShownAppeal = { row: AppealRow; by: { id: string; name: string } | null };

/** How an appeal stands: decided once and for all, or open. */
export const statusOf = ({ decidedAt }: AppealRow) => (decidedAt === null ? ('open' as const) : ('decided' as const));

/** An appeal as the account sees it. */
export const presentAppeal = ({ row, by }: ShownAppeal): Appeal => ({
  id: row.id,
  statement_id: row.statementId,
  status: statusOf(row),
  text: row.text,
  outcome: row.outcome,
  answer: row.answer,
  received_at: row.receivedAt.toISOString(),
  decided_at: row.decidedAt?.toISOString() ?? null,
  decided_by: by,
});
