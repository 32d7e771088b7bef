import { limits, mediaKinds } from '@clearframe/contract';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Secrets } from './secrets.ts';

/** What a signature says of an object. */
export type SignedFile = {
  expiresAt: Date;
  /** Wire type that the file is served with, fixed by the signature; never HTML or SVG. */
  contentType: string;
  /** Name offered when the file is saved. */
  filename: string;
  /** The part of the object that it is; without one it is the whole object. Both ends are included. */
  range?: { start: number; end: number };
};

const MINUTE_MS = 60_000;

/** Every wire type that is ever served: pictures, videos, and exports, which are only offered for saving (SEC-02). */
const servedTypes = new Set([
  ...Object.values(mediaKinds).map(({ mimeType }) => mimeType),
  'application/zip',
  'application/jsonl',
  'text/csv',
  // A page, which browsers only save.
  'application/octet-stream',
]);

/** Nothing beside what is signed: a name that comes twice is a list, one that was appended is unknown, and both are refused. */
const Query = z.strictObject({
  expires: z.string().regex(/^\d{1,13}$/),
  type: z.string().refine((type) => servedTypes.has(type)),
  name: z.string().max(limits.fileNameMaxLength),
  part: z
    .string()
    .regex(/^\d{1,15}-\d{1,15}$/)
    .optional(),
  sig: z.string().max(100),
});

type Query = Omit<z.output<typeof Query>, 'sig'>;

/** Of a whole object as it was before there were parts, so that an address outlives an upgrade. */
const signedText = (key: string, { expires, type, name, part }: Query): string =>
  JSON.stringify([key, expires, type, name, ...(part === undefined ? [] : [part])]);

/** As `URLSearchParams` writes it, which takes several microseconds: an item has up to four addresses. */
const formValue = (value: string): string =>
  /^[\w.*-]*$/.test(value)
    ? value
    : encodeURIComponent(value.toWellFormed())
        .replaceAll('%20', '+')
        .replace(/[!'()~]/g, percent);
const percent = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

/** The query that lets one object, or a part of it, be read until the end of the minute in which `expiresAt` lies. */
export function signUrl(secrets: Secrets, key: string, { expiresAt, contentType, filename, range }: SignedFile): string {
  if (!servedTypes.has(contentType)) throw new Error(`${contentType} is never served`);
  const expires = String(Math.ceil(expiresAt.getTime() / MINUTE_MS) * (MINUTE_MS / 1000));
  const part = range && `${range.start}-${range.end}`;
  const sig = secrets.sign('file-url', signedText(key, { expires, type: contentType, name: filename, part }));
  const wholly = `expires=${expires}&type=${formValue(contentType)}&name=${formValue(filename)}`;
  return part === undefined ? `${wholly}&sig=${sig}` : `${wholly}&part=${part}&sig=${sig}`;
}

/** What a query signed by {@link signUrl} says; null when it is forged, changed or expired. */
export function readUrl(secrets: Secrets, now: Date, key: string, query: unknown): SignedFile | null {
  const parsed = Query.safeParse(query);
  if (!parsed.success) return null;
  const { sig, ...signed } = parsed.data;
  if (!secrets.verify('file-url', signedText(key, signed), sig)) return null;
  const { expires, type, name, part } = signed;
  const expiresAt = new Date(Number(expires) * 1000);
  if (expiresAt <= now) return null;
  const [start = 0, end = 0] = part?.split('-').map(Number) ?? [];
  return { expiresAt, contentType: type, filename: name, ...(part === undefined ? {} : { range: { start, end } }) };
}

/** Addresses of objects. They always lead to this server, wherever the bytes lie. */
export type FileUrls = {
  /** An address that serves the object until `expiresAt` and cannot be forged. Stable within its minute, so that browsers cache it. */
  signed(key: string, file: SignedFile): string;
  /** The object's address without a signature: it answers 403. */
  plain(key: string): string;
  /** What the parsed query of an address opens: null without a valid, unexpired signature. */
  read(key: string, query: unknown): SignedFile | null;
};

/** @param publicUrl origin of the addresses, without a trailing slash */
export function createFileUrls({ publicUrl, secrets, clock }: { publicUrl: string; secrets: Secrets; clock: Clock }): FileUrls {
  return {
    signed: (key, file) => `${publicUrl}/files/${key}?${signUrl(secrets, key, file)}`,
    plain: (key) => `${publicUrl}/files/${key}`,
    read: (key, query) => readUrl(secrets, clock.now(), key, query),
  };
}
