import { AppError, type ErrorCode } from '@clearframe/contract';

declare const proof: unique symbol;

/** A row that was proved to belong to the caller's account. Only {@link authorize} makes one, so a forgotten check does not compile. */
export type Authorized<T> = T & { readonly [proof]: true };

function isOwn<T extends { accountId: string }>(row: T, accountId: string): row is Authorized<T> {
  return row.accountId === accountId;
}

/**
 * Proves ownership. A row of another account answers like one that does not exist (MED-06).
 * @throws AppError with the given not-found code
 */
export function authorize<T extends { accountId: string }>(
  row: T | undefined,
  caller: { accountId: string },
  missing: ErrorCode = 'not_found',
): Authorized<T> {
  if (row && isOwn(row, caller.accountId)) return row;
  throw new AppError(missing);
}
