import { type TransparencyRun, type TransparencySettings, transparencyEndpoints } from '@clearframe/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ListChecks, Send } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../../shared/api/api.ts';
import { errorMessage } from '../../shared/api/error-message.ts';
import { keys } from '../../shared/api/keys.ts';
import { formatCount } from '../../shared/format/format.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { AskDialog } from '../ui/dialog/ask-dialog.tsx';
import { LoadFault } from '../ui/load-fault.tsx';
import { Meter } from '../ui/meter.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './transparency.module.css';
import { runsQuery } from './transparency-queries.ts';
import { runWords } from './transparency-words.ts';

const shown = 3;
const isOpen = ({ finished_at: end }: TransparencyRun) => end === null;

/** Checks what was not sent, or sends it, and says how far that is. */
export function SendCard({ settings, waiting }: { settings: TransparencySettings; waiting: number }) {
  const queries = useQueryClient();
  const runs = useQuery(runsQuery);
  const [isAsking, setAsking] = useState(false);
  const start = useMutation({
    mutationFn: (dryRun: boolean) => call(transparencyEndpoints.sendTransparency, { body: { dry_run: dryRun } }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.transparency.runs }),
  });
  const newest = runs.data?.at(0);
  const ended = newest && !isOpen(newest) ? newest.id : null;
  useEffect(() => {
    // What was sent waits no more.
    if (ended !== null) void queries.invalidateQueries({ queryKey: keys.transparency.previews });
  }, [ended, queries]);
  const isReady = settings.enabled && settings.has_token;
  const isBusy = runs.data?.some(isOpen) ?? false;
  return (
    <section className="card" aria-labelledby="sending">
      <div className="card-header">
        <h2 id="sending">Send to the EU database</h2>
      </div>
      <div className={`card-body ${styles.send}`}>
        {isReady ? null : <p className="muted">Save your token and switch reporting on first.</p>}
        <div className={styles.buttons}>
          <Button disabled={!isReady || isBusy} busy={start.isPending} onClick={() => start.mutate(true)}>
            <Icon of={ListChecks} />
            Dry run
          </Button>
          <Button kind="primary" disabled={!isReady || isBusy || waiting === 0} onClick={() => setAsking(true)}>
            <Icon of={Send} />
            Send
          </Button>
        </div>
        {start.isError ? (
          <Banner kind="error" title="Could not start" onDismiss={start.reset}>
            {errorMessage(start.error, 'Try again.')}
          </Banner>
        ) : null}
        {runs.isPending ? <Skeleton shape="row" /> : null}
        {runs.isError && !runs.data ? <LoadFault title="Could not load the runs" query={runs} /> : null}
        <p className="visually-hidden" role="status">
          {newest ? runWords(newest) : ''}
        </p>
        <ol className={styles.runs} aria-label="Runs">
          {runs.data?.slice(0, shown).map((run) => (
            <Run key={run.id} run={run} />
          ))}
        </ol>
      </div>
      <AskDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Send ${waiting === 1 ? '1 statement' : `${formatCount(waiting)} statements`}?`}
        keep="Not now"
        act="Send"
        kind="primary"
        faultTitle="Could not start"
        fallback="Try again."
        onAct={async () => void (await start.mutateAsync(false))}
      >
        <p className="muted">They become public at {new URL(settings.api_url).host}. Those that break a rule stay here.</p>
      </AskDialog>
    </section>
  );
}

function Run({ run }: { run: TransparencyRun }) {
  const { dry_run: isDry, valid, sent, refused, total, error, created_at: at } = run;
  return (
    <li>
      <b>{runWords(run)}</b>
      {isOpen(run) ? <Meter label="Progress" value={isDry ? valid : sent + refused} max={Math.max(1, total)} /> : null}
      {error === null ? null : <span>{error}</span>}
      <small className="dim">
        {isDry ? 'Dry run' : 'Sending'}, <Time at={at} />
      </small>
    </li>
  );
}
