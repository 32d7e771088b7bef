import type { KnownSettingsInput } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { knownState } from '../db/schema.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import type { KnownEditor } from './known-editor.ts';

/** Off until it is saved for the first time. */
export async function readKnownSettings({ db }: Pick<Context, 'db'>, accountId: string): Promise<KnownSettingsInput> {
  const [state] = await db.select().from(knownState).where(eq(knownState.accountId, accountId));
  return { pass_known: state?.passKnown ?? false };
}

/** It holds for what is analysed from now on. */
export async function saveKnownSettings(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  editor: KnownEditor,
  { pass_known: passKnown }: KnownSettingsInput,
): Promise<void> {
  const { accountId } = editor;
  await db.transaction(async (tx) => {
    await tx
      .insert(knownState)
      .values({ accountId, passKnown })
      .onConflictDoUpdate({ target: knownState.accountId, set: { passKnown } });
    const detail = passKnown ? 'on' : 'off';
    await recordSecurityEvent(tx, { kind: 'known.settings_changed', ...editor, at: clock.now(), detail });
  });
}
