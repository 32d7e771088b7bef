import { randomInt } from 'node:crypto';
import { limits } from '@clearframe/contract';
import { and, count, eq, inArray, isNull } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { recoveryCode } from '../../db/schema.ts';
import type { Secrets } from '../../security/secrets.ts';

/** Without i, l, o and u: nothing that is read for a digit. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
/** 12 characters of 5 bits: 60 bits, far beyond the tries that are let through. */
const groups = 3;
const groupLength = 4;

function newCode(): string {
  const group = () => Array.from({ length: groupLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** The code as it is compared, however somebody copied it from paper. */
function plain(code: string): string {
  return code
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
}

function hashOf(secrets: Secrets, userId: string, code: string): string {
  return secrets.sign('recovery-code', `${userId}:${plain(code)}`);
}

/** Also under previous keys: a code on paper outlives a rotation. */
const hashesOf = (secrets: Secrets, userId: string, code: string) =>
  secrets.signatures('recovery-code', `${userId}:${plain(code)}`);

/** Makes a fresh set and voids the one before. @returns the codes, which are nowhere stored as they are */
export async function makeRecoveryCodes(
  tx: Tx,
  secrets: Secrets,
  { userId, now }: { userId: string; now: Date },
): Promise<string[]> {
  const codes = Array.from({ length: limits.recoveryCodes }, newCode);
  await tx.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
  await tx
    .insert(recoveryCode)
    .values(codes.map((code) => ({ userId, codeHash: hashOf(secrets, userId, code), createdAt: now })));
  return codes;
}

/** Uses up one code. @returns false when it is none of the person's, or was used before, be it at this very moment */
export async function takeRecoveryCode(
  db: Db | Tx,
  secrets: Secrets,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<boolean> {
  const taken = await db
    .update(recoveryCode)
    .set({ usedAt: now })
    .where(
      and(
        eq(recoveryCode.userId, userId),
        inArray(recoveryCode.codeHash, hashesOf(secrets, userId, code)),
        isNull(recoveryCode.usedAt),
      ),
    )
    .returning({ id: recoveryCode.id });
  return taken.length > 0;
}

/** How many codes are still good. */
export async function countRecoveryCodes(db: Db | Tx, userId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCode)
    .where(and(eq(recoveryCode.userId, userId), isNull(recoveryCode.usedAt)));
  return row?.left ?? 0;
}
