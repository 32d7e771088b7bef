import type { ExposureSettings } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../shared/format/format.ts';
import { exposureSettingsQuery } from '../../shell/care/exposure-queries.ts';
import { useMay } from '../../shell/role/use-may.ts';
import { LoadFault } from '../../ui/load-fault.tsx';
import pageHeaderStyles from '../../ui/page-header.module.css';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BreaksForm } from './breaks-form.tsx';
import { TeamFigures } from './team-figures.tsx';

/** How much hard media people look at before they rest: the owner sets it, everybody else reads it. */
export function BreaksPage() {
  const settings = useQuery(exposureSettingsQuery);
  const mayManage = useMay('trust.manage') === true;
  return (
    <>
      <div className={pageHeaderStyles.header}>
        <p>Hard pictures wear people down. Set how many each person reveals before a break.</p>
      </div>
      {settings.isError ? <LoadFault title="Failed to load the breaks" query={settings} /> : null}
      {settings.isPending || settings.data ? (
        <section className="card" aria-labelledby="breaks-h" aria-busy={settings.isPending}>
          <div className="card-header">
            <h2 id="breaks-h">Limits for each person</h2>
          </div>
          <div className="card-body">
            {settings.data ? <Limits settings={settings.data} mayManage={mayManage} /> : <Skeleton shape="line" />}
          </div>
        </section>
      ) : null}
      {mayManage && settings.data ? <TeamFigures /> : null}
    </>
  );
}

function Limits({ settings, mayManage }: { settings: ExposureSettings; mayManage: boolean }) {
  return mayManage ? <BreaksForm settings={settings} /> : <p>{limitWords(settings)}</p>;
}

const upTo = (limit: number, when: string) => (limit === 0 ? `Any number ${when}` : `Up to ${formatCount(limit)} ${when}`);

/** "Up to 60 an hour. Any number a day. A break lasts 15 minutes." */
const limitWords = ({ per_hour: hour, per_day: day, break_minutes: minutes }: ExposureSettings): string =>
  `${upTo(hour, 'an hour')}. ${upTo(day, 'a day')}. A break lasts ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
