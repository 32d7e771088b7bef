import { AppError } from '@clearframe/contract';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import type { Config } from '../config.ts';
import type { CallProvider } from './call-provider.ts';
import { isSameSignature, notificationSignature, type Pairs, payfastQuery, readPairs, signedPart } from './payfast-signature.ts';
import { isPayfastSource, type Resolve } from './payfast-source.ts';
import type { Notification, ProviderEvent } from './provider.ts';

export type ReaderContext = {
  payfast: NonNullable<Config['payfast']>;
  site: CallProvider;
  log: Pick<FastifyBaseLogger, 'warn'>;
  resolve?: Resolve;
};

const refused = (detail: string) => new AppError('notification_refused', { detail });
const uuid = z.uuid();
/** How our items are named: a merchant's other shops may have their notifications sent here too. */
export const itemPrefix = 'Clearframe ';

/** "1100.00" rand in cents. @throws AppError notification_refused */
function centsOf(text: string): number {
  const [, rand, cents] = /^(\d{1,9})\.(\d{2})$/.exec(text) ?? [];
  if (rand === undefined || cents === undefined) throw refused('amount');
  return Number(rand) * 100 + Number(cents);
}

/** PayFast's own names are such words. Another character could hide one field in the name of the next: names are signed as they are. */
const fieldName = /^\w{1,50}$/;

type SignedForm = { signed: Pairs; signature: string };

/**
 * The signed fields, each once, and the signature behind them. Only what is signed is given back: whatever else a form holds was
 * written by somebody else.
 */
function readForm(body: Buffer): SignedForm {
  let pairs: Pairs;
  try {
    pairs = readPairs(body.toString('utf8'));
  } catch {
    throw refused('not a form');
  }
  const names = pairs.map(([name]) => name);
  if (!names.every((name) => fieldName.test(name))) throw refused('a name that is none of PayFast');
  if (new Set(names).size < names.length) throw refused('a field that comes twice');
  const [name, signature] = pairs.at(-1) ?? [];
  if (name !== 'signature' || signature === undefined) throw refused('something after the signature, or no signature');
  return { signed: signedPart(pairs), signature };
}

/** What the fields say; null when they are about nothing of ours, or about a payment that is still under way. */
function eventOf(fields: ReadonlyMap<string, string>): ProviderEvent | null {
  const field = (name: string) => fields.get(name) ?? '';
  const [paymentId, status, token, chargeRef] = ['m_payment_id', 'payment_status', 'token', 'pf_payment_id'].map(field);
  if (!paymentId || !uuid.safeParse(paymentId).success) return null;
  const key = `${chargeRef || token}:${status}`;
  if (status === 'CANCELLED' && token) return { key, type: 'subscription_ended', paymentId, subscriptionRef: token };
  const origin = field('item_name').startsWith(itemPrefix) ? {} : { origin: 'foreign' as const };
  const charge = {
    paymentId,
    currency: 'ZAR',
    last4: null,
    chargeRef: chargeRef || null,
    subscriptionRef: token || null,
    ...origin,
  };
  // The amount may be missing where nothing was paid.
  if (status === 'CANCELLED') return { ...charge, key, type: 'cancelled', amountCents: 0 };
  if (status === 'FAILED') return { ...charge, key, type: 'failed', amountCents: 0 };
  if (status !== 'COMPLETE') return null;
  if (!chargeRef) throw refused('no pf_payment_id');
  return { ...charge, key, type: 'complete', amountCents: centsOf(field('amount_gross')) };
}

/**
 * Reads a notification after PayFast's four checks: its signature, where it came from (told in the log, or asked for by
 * PAYFAST_SOURCE_CHECK=strict), merchant and amount (the amount is compared in billing/), and that PayFast, asked, says VALID.
 * @throws AppError notification_refused, payment_provider_away when PayFast could not be asked: it will tell again
 */
export function createPayfastReader({ payfast, site, log, resolve }: ReaderContext) {
  return async ({ body, ip }: Notification): Promise<ProviderEvent | null> => {
    const { signed, signature } = readForm(body);
    if (!isSameSignature(signature, notificationSignature(signed, payfast.passphrase))) throw refused('signature');
    const fields = new Map(signed);
    if (fields.get('merchant_id') !== payfast.merchantId) throw refused('another merchant');
    if (!(await isPayfastSource(ip, payfast.url, resolve))) {
      if (payfast.sourceCheck === 'strict') throw refused('source');
      log.warn({ ip }, 'a signed payment notification came from an address that PayFast does not use');
    }
    const event = eventOf(fields);
    if (event === null) return null;
    const answer = await site.call({
      method: 'POST',
      path: '/eng/query/validate',
      body: payfastQuery(signed),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    if (answer.status !== 200) throw new AppError('payment_provider_away', { detail: `validate: status ${answer.status}` });
    if (answer.text.trim() !== 'VALID') throw refused('PayFast does not confirm it');
    return event;
  };
}

export const payfastAddress = 'https://www.payfast.co.za';
