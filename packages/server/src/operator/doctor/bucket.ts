import type { Config } from '../../config.ts';
import type { BucketFacts } from '../../storage/s3-bucket.ts';
import type { S3Limits } from '../../storage/s3-connection.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

/** Every maker refuses signatures that are 15 minutes off. */
const refusedMs = 10 * 60_000;
const toldMs = 30_000;

export function judgeBucket({ versioning, lifecycle, aheadMs }: BucketFacts): Finding[] {
  return [judgeVersions(versioning), judgeLifecycle(lifecycle), judgeClock(aheadMs)];
}

function judgeVersions(versioning: BucketFacts['versioning']): Finding {
  const check = 'bucket versions';
  if (versioning === 'on') return ok(check, 'The bucket keeps versions. Removing a file removes all of its versions.');
  if (versioning === 'off') return ok(check, 'The bucket keeps no versions.');
  return warning(check, 'Nobody can tell whether the bucket keeps versions.', 'Allow s3:GetBucketVersioning for this key.');
}

function judgeLifecycle(lifecycle: BucketFacts['lifecycle']): Finding {
  const check = 'bucket lifecycle';
  if (lifecycle === 'unknown') return ok(check, 'The key may not read the rules. The server clears broken uploads itself.');
  if (lifecycle.expires)
    return fault(check, 'A rule of the bucket deletes files by their age.', 'Remove the rule, or keep it off this prefix.');
  if (lifecycle.abortsUploads) return ok(check, 'A rule clears broken uploads.');
  return warning(
    check,
    'No rule clears broken uploads. The server does, while it runs.',
    'Add a rule that aborts incomplete multipart uploads after 7 days.',
  );
}

function judgeClock(aheadMs: number | null): Finding {
  const check = 'storage clock';
  if (aheadMs === null) return ok(check, 'The storage does not tell its time.');
  const found = `The storage's clock is ${Math.round(Math.abs(aheadMs) / 1_000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine's.`;
  const mend = 'Set the clocks of both machines by NTP.';
  if (Math.abs(aheadMs) > refusedMs) return fault(check, `${found} Storages refuse requests from 15 minutes on.`, mend);
  return Math.abs(aheadMs) > toldMs ? warning(check, found, mend) : ok(check, "The clock agrees with this machine's.");
}

/** What is asked of an S3 bucket beside a probe. Loaded where files lie there. */
export async function checkBucket({ s3 }: Config, limits: S3Limits): Promise<Finding[]> {
  if (s3 === null) return [];
  const { readBucket } = await import('../../storage/s3-bucket.ts');
  return judgeBucket(await readBucket(s3, limits));
}
