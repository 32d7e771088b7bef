import type { PolicyHistory as History } from '@clearframe/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Check, History as HistoryIcon } from 'lucide-react';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { LoadFault } from '../../ui/load-fault.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import timelineStyles from '../../ui/timeline.module.css';
import { policiesQuery, useRestorePolicy } from '../policy-query.ts';
import limitsStyles from './limits.module.css';

type PolicyHistoryProps = {
  /** Name of the version that judges now. */
  current: string;
  readOnly: boolean;
  /** Going back would lose what is not saved. */
  unsaved: boolean;
};

/** Every version with who saved it, when and what it changed; each can be saved again as a new one. */
export function PolicyHistory({ current, readOnly, unsaved }: PolicyHistoryProps) {
  const history = useInfiniteQuery(policiesQuery);
  const restore = useRestorePolicy();
  const versions = history.data?.pages.flatMap((page) => page.versions) ?? [];
  return (
    <section className="card" aria-labelledby="versions" aria-busy={history.isPending}>
      <div className="card-header">
        <h2 id="versions">Versions</h2>
      </div>
      <div className="card-body stack-3">
        <p className="muted fine">
          We keep every saved version of limits and keywords. Each verdict names its version in “policy_version”. Going back saves
          a copy with its keyword lists.
        </p>
        {restore.isError ? (
          <Banner kind="error" title="Could not restore the version" onDismiss={restore.reset}>
            {errorMessage(restore.error, 'Nothing was changed. Try again.')}
          </Banner>
        ) : null}
        {history.isError && !history.data ? <LoadFault title="Could not load the versions" query={history} /> : null}
        {history.isPending ? <Skeleton shape="row" /> : null}
        {history.data && versions.length === 0 ? <p>No saved versions yet. The default limits apply.</p> : null}
        {versions.length > 0 ? (
          <ol className={timelineStyles.timeline}>
            {versions.map((version) => (
              <Version
                key={version.name}
                version={version}
                isCurrent={version.name === current}
                busy={restore.isPending && restore.variables === version.name}
                {...(readOnly || unsaved ? {} : { onRestore: () => restore.mutate(version.name) })}
              />
            ))}
          </ol>
        ) : null}
        {history.hasNextPage ? (
          <div>
            <Button size="small" busy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
              Earlier versions
            </Button>
          </div>
        ) : null}
      </div>
    </section>
  );
}

type VersionProps = { version: History['versions'][number]; isCurrent: boolean; busy: boolean; onRestore?: () => void };

function Version({ version, isCurrent, busy, onRestore }: VersionProps) {
  const { name, changes, created_at: at, created_by: by } = version;
  return (
    <li className={limitsStyles.version}>
      <span className={timelineStyles.point}>
        <Icon of={isCurrent ? Check : HistoryIcon} />
      </span>
      <div>
        <b className="figures">{isCurrent ? `${name}, judges now` : name}</b>
        <ul className="muted fine">
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
          {changes.length === 0 ? <li>The order of keywords</li> : null}
        </ul>
        <p className="fine">{by?.name ?? 'Former member'}</p>
      </div>
      <div className={limitsStyles.versionEnd}>
        {at === null ? null : <Time at={at} as="shortDate" />}
        {onRestore && !isCurrent ? (
          <Button kind="ghost" size="small" busy={busy} aria-label={`Go back to it: ${name}`} onClick={onRestore}>
            Go back to it
          </Button>
        ) : null}
      </div>
    </li>
  );
}
