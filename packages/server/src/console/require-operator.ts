import { AppError } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { operatorPerson, totp } from '../db/schema.ts';

/**
 * Lets in who runs the installation. For everybody else there is no such address, and nobody learns who does.
 * @param userId null = a bearer of a token
 * @throws AppError not_found, two_step_needed
 */
export async function requireOperator(db: Db, userId: string | null): Promise<void> {
  if (userId === null) throw new AppError('not_found');
  const [person] = await db
    .select({ confirmedAt: totp.confirmedAt })
    .from(operatorPerson)
    .leftJoin(totp, eq(totp.userId, operatorPerson.userId))
    .where(eq(operatorPerson.userId, userId));
  if (!person) throw new AppError('not_found');
  if (person.confirmedAt === null) throw new AppError('two_step_needed');
}
