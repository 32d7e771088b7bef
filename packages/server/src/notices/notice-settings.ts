import { AppError, type NoticeSettingsChange, type ShownNoticeSettings } from '@clearframe/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Db, Tx } from '../db/client.ts';
import { account, noticeSettings } from '../db/schema.ts';
import { recordAudit } from '../security/record-audit.ts';
import { randomToken } from '../security/secrets.ts';
import { platformName } from '../statements/platform-name.ts';

type SettingsContext = Pick<Context, 'config' | 'db'>;
export type SettingsRow = typeof noticeSettings.$inferSelect;

/** The account's row, made with the first question, so that the address of its form never changes. */
export async function settingsRow(db: Db | Tx, accountId: string): Promise<SettingsRow> {
  await db.insert(noticeSettings).values({ accountId, formId: randomToken() }).onConflictDoNothing();
  const [row] = await db.select().from(noticeSettings).where(eq(noticeSettings.accountId, accountId));
  if (!row) throw new AppError('account_not_found');
  return row;
}

/** The settings, with the address of the account's form. */
export async function readNoticeSettings({ config, db }: SettingsContext, accountId: string): Promise<ShownNoticeSettings> {
  const { enabled, noticeHours, intro, acknowledgement, formId } = await settingsRow(db, accountId);
  const form = { form_id: formId, form_url: `${config.publicUrl}/notice/${formId}` };
  return { enabled, notice_hours: noticeHours, intro, acknowledgement, ...form };
}

/** They hold for the next notice: what is due already stays due then. What is left out stays. */
export async function saveNoticeSettings(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  { accountId, userId }: { accountId: string; userId: string },
  { enabled, notice_hours, intro, acknowledgement }: NoticeSettingsChange,
): Promise<void> {
  await db.transaction(async (tx) => {
    await settingsRow(tx, accountId);
    // One column always, because an update of none is refused.
    const row = { enabled: enabled ?? sql`${noticeSettings.enabled}`, noticeHours: notice_hours, intro, acknowledgement };
    const [saved] = await tx.update(noticeSettings).set(row).where(eq(noticeSettings.accountId, accountId)).returning();
    if (!saved) throw new AppError('account_not_found');
    const detail = { enabled: saved.enabled, notice_hours: saved.noticeHours };
    const act = { action: 'notice_settings.changed', detail } as const;
    await recordAudit(tx, { accountId, by: { userId }, ...act, at: clock.now() });
  });
}

/** The account behind a public form that is open. @throws AppError not_found: off and unknown answer alike */
export async function openForm(db: Db, formId: string): Promise<{ accountId: string; name: string; intro: string }> {
  const [row] = await db
    .select({ accountId: noticeSettings.accountId, intro: noticeSettings.intro })
    .from(noticeSettings)
    .innerJoin(account, eq(account.id, noticeSettings.accountId))
    .where(and(eq(noticeSettings.formId, formId), eq(noticeSettings.enabled, true), isNull(account.deletedAt)));
  if (!row) throw new AppError('not_found');
  return { ...row, name: (await platformName(db, row.accountId)) || 'this platform' };
}
