import { removeExpired } from '../accounts/remove-expired.ts';
import { chainAllEntries } from '../audit/chain-entries.ts';
import { countAuthors, foldAuthors } from '../authors/author-sums.ts';
import { failLostBatches, removeOldBatches } from '../batches/sweep-batches.ts';
import { markLate, renewSubscriptions } from '../billing/renew-subscriptions.ts';
import { expirePayments } from '../billing/sandbox-payment.ts';
import { expireAll } from '../billing/subscriptions.ts';
import { forgetContactMessages } from '../contact/forget-contact-messages.ts';
import type { Context } from '../context.ts';
import { dropEmptyMonths, dropStaleChecks, makeMonths } from '../db/partitions/make-months.ts';
import { resumeDeletions } from '../deletion/sweep-deletions.ts';
import { forgetS3Objects } from '../doors/s3-events/forget-objects.ts';
import { sweepTus } from '../doors/tus/sweep-tus.ts';
import { resumeErasures } from '../erasures/erase-author.ts';
import { failLostExports, removeOldExports } from '../exports/sweep-exports.ts';
import { forgetReveals } from '../exposure/forget-reveals.ts';
import { sweepIdempotency } from '../idempotency/idempotency.ts';
import { queueEarlierItems } from '../moderation/analyse/queue-earlier-items.ts';
import { failStuckMedia } from '../moderation/analyse/sweep-media.ts';
import { failLostRuns, forgetBulkRuns } from '../moderation/bulk/sweep-bulk-runs.ts';
import { forgetCheckLines } from '../moderation/check/check-lines.ts';
import { sweepChecks } from '../moderation/check/sweep-checks.ts';
import { forgetClaims } from '../moderation/claim/claims.ts';
import { countMonths, foldMonths } from '../moderation/list/month-sums.ts';
import { foldTally } from '../moderation/list/tally.ts';
import { resumeBacklogs } from '../moderation/read/resume-backlogs.ts';
import { remindNotices } from '../notices/remind-notices.ts';
import { countVerdicts, foldVerdictSums } from '../quality/verdict-sums.ts';
import { writeStatements } from '../statements/write-statements.ts';
import { failLostSends, forgetSends } from '../transparency/sweep-runs.ts';
import { removeVisitorChecks } from '../visitors/remove-visitor-checks.ts';
import { forgetOldSecrets } from '../webhooks/forget-old-secrets.ts';
import { cancelUnsendable } from '../webhooks/lanes/claim.ts';
import { removeLanes } from '../webhooks/lanes/leases.ts';
import type { JobHandler } from './run-jobs.ts';

/**
 * Every minute: what time alone brings about. One step that fails does not keep the others from being done. Each step is done in
 * pieces and takes so much at most; none begins after the run was ended, so that two sweeps never work side by side.
 */
export const sweep: JobHandler<'sweep'> = {
  role: 'jobs',
  concurrency: 1,
  async run(context, _payload, { signal }) {
    const steps: [string, (parts: Context, signal: AbortSignal) => Promise<unknown>][] = [
      // First: the first page promises visitors by when.
      ['pictures of visitors removed', removeVisitorChecks],
      ['checks without an answer removed', sweepChecks],
      ['audit entries chained', chainAllEntries],
      ['stuck uploads marked as failed', failStuckMedia],
      ['text readings resumed', resumeBacklogs],
      ['statements of reasons written', writeStatements],
      ['deliveries without a webhook cancelled', (parts) => cancelUnsendable(parts)],
      ['lanes of deleted webhooks removed', ({ db }) => removeLanes(db)],
      ['months made', ({ db, clock }, signal) => makeMonths(db, clock.now(), signal)],
      ['unfinished months dropped', ({ db }) => dropStaleChecks(db)],
      ['empty months dropped', ({ db, clock }) => dropEmptyMonths(db, clock.now())],
      ['expired rows removed', removeExpired],
      ['items of before queued for review', queueEarlierItems],
      ['ended claims removed', forgetClaims],
      ['notices reminded of', remindNotices],
      ['old reveals forgotten', forgetReveals],
      ['old lines of checks removed', forgetCheckLines],
      ['tally rows merged', foldTally],
      ['accounts counted by month', countMonths],
      ['months merged', foldMonths],
      ['accounts counted by author', countAuthors],
      ['sums of authors merged', foldAuthors],
      ['accounts counted for their quality', countVerdicts],
      ['quality rows merged', foldVerdictSums],
      ['deletions resumed', resumeDeletions],
      ['erasures of authors resumed', resumeErasures],
      ['resumable uploads expired', sweepTus],
      ['old objects of buckets forgotten', forgetS3Objects],
      ['lost batches failed', failLostBatches],
      ['old batches removed', removeOldBatches],
      ['lost bulk runs ended', failLostRuns],
      ['old bulk runs removed', forgetBulkRuns],
      ['lost runs of transparency ended', failLostSends],
      ['old runs of transparency removed', forgetSends],
      ['lost exports failed', failLostExports],
      ['old exports removed', removeOldExports],
      ['old signing secrets removed', forgetOldSecrets],
      ['contact messages removed', forgetContactMessages],
      ['payments expired', expirePayments],
      // What ended goes first: nobody is charged for what they had not for days, after a long stop of the server.
      ['subscriptions expired', expireAll],
      ['renewals requested', renewSubscriptions],
      ['subscriptions past due', markLate],
      ['idempotency keys removed', ({ db, clock }) => sweepIdempotency(db, clock.now(), signal)],
    ];
    const problems: unknown[] = [];
    for (const [what, step] of steps) {
      signal.throwIfAborted();
      try {
        const count = await step(context, signal);
        if (typeof count === 'number' && count > 0) context.log.info({ count }, what);
      } catch (error) {
        problems.push(error);
      }
    }
    if (problems.length > 0) throw new AggregateError(problems, 'the sweep did not finish');
  },
};
