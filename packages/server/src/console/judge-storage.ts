import type { HealthCheck, OperatorHealth } from '@clearframe/contract';
import { check, percent, worst } from './health-check.ts';
import type { StorageProbe } from './probe-storage.ts';

/** Below this share of a disk people should act, below the second one uploads will soon fail. */
const [lowShare, fullShare] = [0.15, 0.03];
/** A few bytes that take so long: uploads take minutes. */
const slowMs = 2_000;

type Judged = Pick<HealthCheck, 'state' | 'detail'>;

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

function judgeProbe(probe: StorageProbe): Judged {
  if (probe.outcome === 'unmarked')
    return { state: 'failed', detail: 'The files of this installation are not there. Check the mount or the bucket.' };
  if (probe.outcome === 'silent') return { state: 'failed', detail: `No answer within ${probe.limitMs / 1_000} s.` };
  if (probe.outcome === 'fails') return { state: 'failed', detail: `It cannot be written: ${probe.reason}.` };
  if (probe.tookMs > slowMs) return { state: 'degraded', detail: `Slow: a probe took ${seconds(probe.tookMs)}.` };
  return { state: 'ok', detail: 'A probe was written and read.' };
}

function judgeSpace({ free_bytes: free, total_bytes: total }: NonNullable<OperatorHealth['disk']>): Judged {
  const share = total === 0 ? 1 : free / total;
  const state = share < fullShare ? 'failed' : share < lowShare ? 'degraded' : 'ok';
  return { state, detail: `${percent(1 - share)} of the disk used.` };
}

/** What a probe found, and how full the disk is. @param disk null = S3, or a disk that does not answer */
export function judgeStorage(
  probe: StorageProbe,
  { kind, disk }: { kind: OperatorHealth['storage']['kind']; disk: OperatorHealth['disk'] },
): HealthCheck {
  const place = kind === 's3' ? 'S3.' : 'Disk.';
  const judged = [judgeProbe(probe), ...(disk === null ? [] : [judgeSpace(disk)])];
  return check('files', worst(judged.map(({ state }) => state)), [place, ...judged.map(({ detail }) => detail)].join(' '));
}
