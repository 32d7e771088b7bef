import type { TransparencySettings } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { RoleGate } from '../shell/role/role-gate.tsx';
import { LoadFault } from '../ui/load-fault.tsx';
import pageHeaderStyles from '../ui/page-header.module.css';
import selectStyles from '../ui/select.module.css';
import { Skeleton } from '../ui/skeleton.tsx';
import toolsStyles from '../ui/tools.module.css';
import { FiguresLedger } from './figures-ledger.tsx';
import { GroundTable } from './ground-table.tsx';
import { PreviewCard } from './preview-card.tsx';
import { ReportButtons } from './report-buttons.tsx';
import { SendCard } from './send-card.tsx';
import { SettingsCard } from './settings-card.tsx';
import { figuresQuery, previewQuery, settingsQuery } from './transparency-queries.ts';
import { daysOf, type Period, periods, periodWords } from './transparency-words.ts';

const usual: Period = '90';

/** Transparency: what the account restricted and how often it was wrong, and its reports to the EU, for the owner alone. */
export function TransparencyPage() {
  return (
    <RoleGate action="trust.manage" thing="Transparency is">
      <Figures />
    </RoleGate>
  );
}

function Figures() {
  const [search, setSearch] = useSearchParams();
  const period = periods.find((one) => one === search.get('period')) ?? usual;
  // Midnight during a visit is no reason to read all of it anew.
  const [now] = useState(() => Date.now());
  const days = daysOf(period, now);
  const figures = useQuery(figuresQuery(days));
  // From then on it stays where it is, whatever becomes of the figures: somebody may have begun to type in it.
  const [isReporting, setReporting] = useState(false);
  if (!isReporting && !figures.isPending) setReporting(true);
  // Asked for at once, and shown below the figures once those no longer grow.
  useQuery(settingsQuery);
  return (
    <>
      <div className={pageHeaderStyles.header}>
        <p>What you restricted, why, and how often it was wrong.</p>
      </div>
      <div className={toolsStyles.tools}>
        <label className={selectStyles.select} data-slot="select">
          <span>Period</span>
          <select
            value={period}
            onChange={(event) => setSearch(event.target.value === usual ? {} : { period: event.target.value })}
          >
            {periods.map((option) => (
              <option key={option} value={option}>
                {periodWords[option]}
              </option>
            ))}
          </select>
        </label>
        <ReportButtons period={days} />
      </div>
      {figures.data ? (
        <>
          <FiguresLedger figures={figures.data} />
          <GroundTable rows={figures.data.restrictions.by_category} />
          <p className="muted">
            Restricted counts statements of reasons. Wrong flags are those that a person passed, out of the flags that people
            decided. Checked items and wrong flags leave out deleted items.
          </p>
        </>
      ) : null}
      {figures.isError && !figures.data ? <LoadFault title="Could not load the figures" query={figures} /> : null}
      {figures.isPending ? (
        <section aria-busy="true" aria-label="Loading the figures">
          <Skeleton shape="block" />
        </section>
      ) : null}
      {isReporting ? <Reporting /> : null}
    </>
  );
}

function Reporting() {
  const settings = useQuery(settingsQuery);
  if (settings.isError && !settings.data) return <LoadFault title="Could not load the settings" query={settings} />;
  if (settings.data) return <Sending settings={settings.data} />;
  return (
    <section aria-busy="true" aria-label="Loading the settings">
      <Skeleton shape="block" />
    </section>
  );
}

/** Begins with the preview in one step: whoever asked for the count earlier would ask twice. */
function Sending({ settings }: { settings: TransparencySettings }) {
  const waiting = useQuery(previewQuery(1)).data?.pagination.total ?? 0;
  return (
    <>
      <div className="columns columns-1-1">
        <SendCard settings={settings} waiting={waiting} />
        <SettingsCard settings={settings} />
      </div>
      <PreviewCard />
    </>
  );
}
