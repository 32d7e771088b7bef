import type { PaymentStatus } from '@clearframe/contract';
import type { Tx } from '../db/client.ts';
import type { payment } from '../db/schema.ts';
import type { PaymentProvider } from '../payments/provider.ts';

export type PaymentRow = typeof payment.$inferSelect;
/** What a person has to know of an event beside its status. */
export type Alarm = 'unordered' | 'unmarked' | 'unpaid';
/** What became of an event: `unknown` = nothing of ours, `overtaken` = what was asked about is over, nothing was taken. */
export type Settled = { accountId: string | null; status: PaymentStatus | 'unknown' | 'overtaken'; alarm?: Alarm };
export const unknown: Settled = { accountId: null, status: 'unknown' };
export type Settling = { tx: Tx; provider: PaymentProvider; now: Date };
