import { AppError, type MediaSort } from '@clearframe/contract';
import { z } from 'zod';
import type { Secrets } from '../../security/secrets.ts';
import { isByTime, type ListPosition } from './list-order.ts';

type Of = { accountId: string; sort: MediaSort };

/** The microseconds of PostgreSQL, with the offset of the session. */
const Moment = z.tuple([z.string().regex(/^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2}$/), z.uuid()]);
const Score = z.tuple([z.string().regex(/^\d+(\.\d+)?(e-\d+)?$/), z.uuid()]);

const signedText = (text: string, { accountId, sort }: Of) => JSON.stringify([accountId, sort, text]);

/** A position as callers keep it: they may neither read nor change it, and it is good for one account and order. */
export function writeCursor(secrets: Secrets, { at, id }: ListPosition, of: Of): string {
  const text = Buffer.from(JSON.stringify([at, id])).toString('base64url');
  return `${text}.${secrets.sign('list-cursor', signedText(text, of))}`;
}

/** @throws AppError cursor_invalid */
export function readCursor(secrets: Secrets, cursor: string, of: Of): ListPosition {
  const [text = '', signature = '', ...more] = cursor.split('.');
  if (more.length > 0 || !secrets.verify('list-cursor', signedText(text, of), signature)) throw new AppError('cursor_invalid');
  const [at, id] = (isByTime(of.sort) ? Moment : Score).parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  return { at, id };
}
