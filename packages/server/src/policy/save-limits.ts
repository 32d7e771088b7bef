import { AppError, type PolicyLimitsInput, policyChanges } from '@clearframe/contract';
import type { Context } from '../context.ts';
import { findPolicy } from './policy-versions.ts';
import { savePolicy } from './save-policy.ts';

/**
 * Saves the limits of an account as its next version; its keywords stay.
 * @throws AppError limits_changed when they are no longer those of the
 * version that the person saw, policy_not_found when there is no such version
 */
export async function saveLimits(
  context: Pick<Context, 'clock' | 'db' | 'queue'>,
  person: { accountId: string; userId: string | null },
  { based_on, ...limits }: PolicyLimitsInput,
): Promise<void> {
  // A version never changes, so it may be read before the account is locked.
  const seen = based_on === undefined ? null : await findPolicy(context.db, person.accountId, based_on);
  await savePolicy(context, person, (before) => {
    const isOvertaken = seen !== null && policyChanges({ ...seen.content, keywords: before.keywords }, before).length > 0;
    if (isOvertaken) throw new AppError('limits_changed');
    return { ...before, ...limits };
  });
}
