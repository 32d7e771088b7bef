import { exposureEndpoints, limits, type TeamExposure } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Coffee } from 'lucide-react';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import { formatCount } from '../../../shared/format/format.ts';
import { Time } from '../../../shared/ui/time.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFault } from '../../ui/load-fault.tsx';

type Day = TeamExposure['days'][number];

const columns: readonly Column<Day>[] = [
  { header: 'Day', cell: ({ day }) => <Time at={`${day}T12:00:00.000Z`} as="date" /> },
  { header: 'Revealed', className: 'figures', cell: ({ count }) => formatCount(count) },
  { header: 'People', className: 'figures', cell: ({ people }) => formatCount(people) },
];

/** Sums of the whole team: nobody's own figures can be read from them. */
export function TeamFigures() {
  const team = useQuery({
    queryKey: keys.exposure.team,
    queryFn: async ({ signal }) => (await call(exposureEndpoints.teamExposure, { signal })).team.days,
  });
  return (
    <section className="card" aria-labelledby="team-figures-h" aria-busy={team.isPending}>
      <div className="card-header">
        <h2 id="team-figures-h">Revealed by the team</h2>
      </div>
      {team.isError ? (
        <LoadFault title="Failed to load the team’s figures" query={team} />
      ) : (
        <DataTable columns={columns} rows={team.data} rowKey={({ day }) => day} labelledBy="team-figures-h" empty={<Nothing />} />
      )}
    </section>
  );
}

function Nothing() {
  return (
    <EmptyState icon={Coffee} title="No figures yet">
      A day shows once {limits.exposureTeamMin} people revealed something on it. A person’s own figures are theirs.
    </EmptyState>
  );
}
