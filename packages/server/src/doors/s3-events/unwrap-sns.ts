import { createVerify, X509Certificate } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { AppError } from '@clearframe/contract';
import { z } from 'zod';
import type { Context } from '../../context.ts';

const Message = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string(),
  TopicArn: z.string(),
  Message: z.string(),
  Timestamp: z.string(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.url(),
  Subject: z.string().optional(),
  SubscribeURL: z.url().optional(),
  Token: z.string().optional(),
});
type Message = z.infer<typeof Message>;

const CERTIFICATE_BYTES = 16_384;
/** Certificates are few, and change once in a while. */
const KEPT = 20;

/** Only SNS itself is asked for a certificate, or visited to confirm. */
function requireOfSns(address: string): string {
  const { protocol, hostname, port, username, password } = new URL(address);
  const isSns = /^sns\.[a-z0-9-]{1,40}\.amazonaws\.com(?:\.cn)?$/.test(hostname);
  if (protocol !== 'https:' || !isSns || port !== '' || username !== '' || password !== '')
    throw invalid('not an address of SNS');
  return address;
}

const invalid = (detail: string) =>
  new AppError('s3_event_invalid', { message: 'The signature of this SNS message is not valid', detail });

/** What SNS signs, in its order: each name and value on a line of its own. */
function signedText(message: Message): string {
  const names =
    message.Type === 'Notification'
      ? (['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const)
      : (['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const);
  return names.flatMap((name) => (message[name] === undefined ? [] : [`${name}\n${message[name]}\n`])).join('');
}

/** Reads what SNS sends; its certificates are kept in this process. */
export function createSnsReader({ fetcher }: Pick<Context, 'fetcher'>) {
  const certificates = new Map<string, string>();

  async function certificateAt(address: string): Promise<string> {
    const kept = certificates.get(address);
    if (kept !== undefined) return kept;
    const answer = await fetcher.get(requireOfSns(address), { maxBytes: CERTIFICATE_BYTES });
    const pem = await text(answer.body);
    if (answer.status !== 200) throw invalid(`the certificate answers ${answer.status}`);
    if (certificates.size >= KEPT) certificates.clear();
    certificates.set(address, pem);
    return pem;
  }

  async function verify(message: Message): Promise<void> {
    const pem = await certificateAt(message.SigningCertURL);
    const { publicKey, validTo } = new X509Certificate(pem);
    if (new Date(validTo) < new Date(message.Timestamp)) throw invalid('the certificate had ended');
    const signed = createVerify(message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256').update(signedText(message));
    if (!signed.verify(publicKey, message.Signature, 'base64')) throw invalid('the signature is another');
  }

  return {
    /**
     * @returns the body inside of a notification; null for what is answered by itself: a confirmed subscription, or its end
     * @throws AppError s3_event_invalid (signature, certificate), url_refused (SNS cannot be reached): SNS sends it again
     */
    async unwrap(body: unknown): Promise<unknown> {
      const parsed = Message.safeParse(body);
      if (!parsed.success) throw invalid('not a message of SNS');
      await verify(parsed.data);
      const { Type, SubscribeURL } = parsed.data;
      if (Type === 'Notification') return readJson(parsed.data.Message);
      if (Type === 'SubscriptionConfirmation' && SubscribeURL !== undefined) {
        const answer = await fetcher.get(requireOfSns(SubscribeURL), { maxBytes: CERTIFICATE_BYTES });
        answer.body.destroy();
        if (answer.status !== 200) throw new AppError('url_refused', { detail: `the confirmation answers ${answer.status}` });
      }
      return null;
    },
  };
}

/** @returns undefined when it is no JSON */
export function readJson(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    return undefined;
  }
}

/** Whether a body comes by SNS, whose envelope says so. */
export const isOfSns = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'SigningCertURL' in body && 'Type' in body;
