import { createHash, timingSafeEqual } from 'node:crypto';

export type Pairs = readonly (readonly [name: string, value: string])[];

/** As PHP's `urlencode` does it, by which the other side computes: spaces as +, and `! ' ( ) * ~` encoded too. */
export function phpUrlencode(text: string): string {
  const hex = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text)
    .replace(/[!'()*~]/g, hex)
    .replaceAll('%20', '+');
}

/** `a=1&b=2`, in the order given. */
export const payfastQuery = (pairs: Pairs): string => pairs.map(([name, value]) => `${name}=${phpUrlencode(value)}`).join('&');

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

const withPassphrase = (query: string, passphrase: string): string =>
  md5(`${query}&passphrase=${phpUrlencode(passphrase.trim())}`);

/** What is signed and sent: trimmed, and without what is blank. */
export const filledPairs = (pairs: Pairs): Pairs =>
  pairs.map(([name, value]) => [name, value.trim()] as const).filter(([, value]) => value !== '');

/** Signature of a payment that is begun: in the documented order of the fields, never the alphabet's. */
export const checkoutSignature = (pairs: Pairs, passphrase: string): string =>
  withPassphrase(payfastQuery(filledPairs(pairs)), passphrase);

/** Signature of a call of the subscription API: every value with the passphrase among them, by the alphabet. */
export function apiSignature(values: Readonly<Record<string, string>>, passphrase: string): string {
  const all = Object.entries({ ...values, passphrase });
  return md5(payfastQuery(all.sort(([one], [other]) => (one < other ? -1 : 1))));
}

/** The fields of a form in the order in which they came. Blank ones stay. @throws URIError when it is not encoded properly */
export function readPairs(form: string): Pairs {
  const decode = (part: string) => decodeURIComponent(part.replaceAll('+', ' '));
  return form
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=');
      return at < 0 ? ([decode(part), ''] as const) : ([decode(part.slice(0, at)), decode(part.slice(at + 1))] as const);
    });
}

/** What of a notification is signed, and sent back to be confirmed: everything before the signature, blanks too. */
export const signedPart = (pairs: Pairs): Pairs =>
  pairs.slice(
    0,
    pairs.findIndex(([name]) => name === 'signature'),
  );

/** Signature of a notification. */
export const notificationSignature = (signed: Pairs, passphrase: string): string =>
  withPassphrase(payfastQuery(signed), passphrase);

/** Compares without telling by its time how much was right. */
export function isSameSignature(given: string, computed: string): boolean {
  const [one, other] = [Buffer.from(given.toLowerCase()), Buffer.from(computed)];
  return one.length === other.length && timingSafeEqual(one, other);
}
