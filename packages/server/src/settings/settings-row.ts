import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { type InstalledSettings, type InvoiceSeller, installation } from '../db/schema.ts';
import type { SettingValues } from './installed-settings.ts';

/** What the installation's machines have in common; null = nobody has said it yet. */
export async function readSettings(db: Db | Tx): Promise<InstalledSettings | null> {
  const [row] = await db.select({ settings: installation.settings }).from(installation);
  return row?.settings ?? null;
}

/** The same, and nobody else writes it until the transaction ends. @throws Error where no start has made the installation yet */
export async function lockSettings(tx: Tx): Promise<InstalledSettings | null> {
  const [row] = await tx.select({ settings: installation.settings }).from(installation).for('no key update');
  if (!row) throw new Error('The database has no installation yet. Start the server once.');
  return row.settings;
}

type Before = InstalledSettings | null;

/** Writes what is said here over what was said before. What a newer version says beside it stays. @param by null = a command */
export async function writeSettings(tx: Tx, before: Before, values: SettingValues, by: string | null): Promise<void> {
  const settings = JSON.stringify({ values: { ...before?.values, ...values }, by });
  await tx.update(installation).set({ settings: sql`${settings}::jsonb || jsonb_build_object('at', now())` });
}

/** What invoices say about the seller, from now on. @throws Error where no machine that takes payments has started yet */
export async function readSeller(tx: Tx): Promise<InvoiceSeller> {
  const values: SettingValues | undefined = (await readSettings(tx))?.values;
  if (!values) throw new Error('The installation has no settings, so the seller is unknown. Run: clearframe settings apply');
  return {
    name: values.INVOICE_SELLER_NAME ?? null,
    address: values.INVOICE_SELLER_ADDRESS ?? null,
    taxNumber: values.INVOICE_TAX_NUMBER ?? null,
  };
}
