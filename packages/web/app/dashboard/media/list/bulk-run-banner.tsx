import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Meter } from '../../ui/meter.tsx';
import { runDetails, runTitle } from './bulk-run-words.ts';
import type { FollowedRun } from './use-bulk-run.ts';

/** How far the run over a whole list is, with what can be done about it. */
export function BulkRunBanner({ bulk }: { bulk: FollowedRun }) {
  const { run, canUndo, fault } = bulk;
  const problem = fault ? (
    <Banner kind="error" title={fault.title}>
      {fault.reason}
    </Banner>
  ) : null;
  if (!run) return problem;
  const { state, total, done, undone, left_out } = run;
  const isRunning = state === 'running';
  const looked = done + left_out.claimed + left_out.decided + left_out.failed;
  const action = isRunning ? (
    <Button size="small" onClick={() => bulk.cancel(run)}>
      Cancel
    </Button>
  ) : canUndo ? (
    <Button size="small" onClick={() => bulk.undo(run)}>
      Undo
    </Button>
  ) : null;
  const title = runTitle(run);
  const meter =
    isRunning || state === 'undoing' ? (
      <Meter label={title} value={isRunning ? looked : undone} max={Math.max(1, isRunning ? total : done + undone)} />
    ) : null;
  return (
    <>
      {problem}
      <Banner
        kind={meter ? 'info' : 'success'}
        title={title}
        details={meter}
        action={action}
        {...(meter ? {} : { onDismiss: bulk.dismiss })}
      >
        {runDetails(run)}
      </Banner>
    </>
  );
}
