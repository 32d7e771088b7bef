import { ExposureSettings } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Db, Tx } from '../db/client.ts';
import { exposureSettings } from '../db/schema.ts';
import { recordAudit } from '../security/record-audit.ts';

/** The defaults until they are saved for the first time. */
export async function readExposureSettings(db: Db | Tx, accountId: string): Promise<ExposureSettings> {
  const [row] = await db.select().from(exposureSettings).where(eq(exposureSettings.accountId, accountId));
  if (!row) return ExposureSettings.parse({});
  const { perHour: per_hour, perDay: per_day, breakMinutes: break_minutes, greyscale, blur, mute } = row;
  return { per_hour, per_day, break_minutes, greyscale, blur, mute };
}

/** They hold for the next reveal. A break under way goes on, unless both limits end. */
export async function saveExposureSettings(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  { accountId, userId }: { accountId: string; userId: string },
  settings: ExposureSettings,
): Promise<void> {
  const { per_hour: perHour, per_day: perDay, break_minutes: breakMinutes, ...display } = settings;
  const row = { perHour, perDay, breakMinutes, ...display };
  await db.transaction(async (tx) => {
    await tx
      .insert(exposureSettings)
      .values({ accountId, ...row })
      .onConflictDoUpdate({ target: exposureSettings.accountId, set: row });
    const act = { action: 'exposure_settings.changed', detail: { ...settings } } as const;
    await recordAudit(tx, { accountId, by: { userId }, ...act, at: clock.now() });
  });
}
