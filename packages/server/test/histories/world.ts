import type { Random } from '../../../engine/test/random.ts';
import type { Reservation } from '../../src/billing/ledger.ts';
import type { Context } from '../../src/context.ts';
import type { PaymentProvider } from '../../src/payments/provider.ts';

/** One account and what is under way in it. `closed`: its owner deleted it; `removed`: nothing of it is left here. */
export type Life = {
  accountId: string;
  userId: string;
  windows: string[];
  reservations: Reservation[];
  hasCancelled: boolean;
  closed: boolean;
  removed: boolean;
};

/** Something happens in an account. */
export type Deed = (context: Context, life: Life, next: Random) => Promise<void>;

/** Whoever takes the money, with books of their own: what was charged is what they say, whatever the server believes. */
export type World = {
  provider: PaymentProvider;
  deeds: readonly Deed[];
  /** Time passed: whatever is due is charged. */
  elapse(context: Context, lives: readonly Life[], next: Random): Promise<void>;
  /** The jobs run now: what happens while the provider is asked, and whether it answers at all. */
  beginTick(context: Context, next: Random): void;
  endTick(): void;
  /** Everything that was not told yet is told. */
  tellRest(context: Context, life: Life): Promise<void>;
  /** Names of what goes on being charged, of which the server was told. */
  charging(life: Life): string[];
  /** How often the account was charged; null where no money moves. */
  charges(life: Life): number | null;
  /** What was taken that must be refused. */
  taken(): string[];
};
