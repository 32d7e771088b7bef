import { describe, expect, it } from 'vitest';
import {
  apiSignature,
  checkoutSignature,
  notificationSignature,
  payfastQuery,
  phpUrlencode,
  readPairs,
  signedPart,
} from './payfast-signature.ts';

const passphrase = 'jt7NOE43FZPn';
/** Values of PayFast's public test merchant; the signatures were computed apart from this code. */
const payment = [
  ['merchant_id', '10000100'],
  ['merchant_key', '46f0cd694581a'],
  ['return_url', 'https://app.example/return'],
  ['cancel_url', 'https://app.example/cancel'],
  ['notify_url', 'https://app.example/api/payments/payfast/notify'],
  ['name_first', "O'Neil"],
  ['email_address', 'a+b@example.com'],
  ['m_payment_id', 'pay_1'],
  ['amount', '1100.00'],
  ['item_name', 'Starter (20,000 frames)'],
  ['subscription_type', '1'],
  ['billing_date', '2026-12-20'],
  ['recurring_amount', '1100.00'],
  ['frequency', '3'],
  ['cycles', '0'],
] as const;

describe('signatures of PayFast', () => {
  it('SUB-10 sign a payment in the order of its fields', () => {
    expect(checkoutSignature(payment, passphrase)).toBe('9f1184c2f603736db4a3582dd6551ad5');
    expect(checkoutSignature([...payment].reverse(), passphrase)).not.toBe('9f1184c2f603736db4a3582dd6551ad5');
  });

  it('SUB-10 leave out what is blank and trim the rest', () => {
    const padded = payment.map(([name, value]) => [name, ` ${value} `] as const);
    expect(checkoutSignature([...padded, ['item_description', ' ']], passphrase)).toBe('9f1184c2f603736db4a3582dd6551ad5');
  });

  it('SUB-10 sign a call of the subscription API by the alphabet', () => {
    const values = { version: 'v1', timestamp: '2026-11-20T12:00:01+02:00', 'merchant-id': '10000100' };
    expect(apiSignature(values, passphrase)).toBe('cc023b15122e2600f54c65ff1a4f2641');
  });

  it('SUB-10 encode as PHP does', () => {
    expect(phpUrlencode("a b*'()!~-_.é€")).toBe('a+b%2A%27%28%29%21%7E-_.%C3%A9%E2%82%AC');
  });

  it('SUB-10 sign a notification with its blanks, up to the signature', () => {
    const pairs = readPairs('m_payment_id=x&item_description=&name=O%27Neil+%28a%29&signature=abc&after=1');
    expect(payfastQuery(signedPart(pairs))).toBe('m_payment_id=x&item_description=&name=O%27Neil+%28a%29');
    const blankless = signedPart(pairs).filter(([, value]) => value !== '');
    expect(notificationSignature(signedPart(pairs), passphrase)).not.toBe(notificationSignature(blankless, passphrase));
  });
});
