import type { S3Object } from '@clearframe/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Badge, StateBadge } from '../../../shared/ui/badge.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';

const stateWords: Readonly<Record<S3Object['state'], string>> = { waiting: 'Waiting', judged: 'Judged', failed: 'Failed' };
const stateLooks = { waiting: 'wait', judged: 'info', failed: 'warn' } as const;

/** Of an object that is not judged there is none, and a failed one is never safe. */
function Verdict({ verdict }: Pick<S3Object, 'verdict'>) {
  if (verdict === 'pass') return <StateBadge state="safe" />;
  if (verdict === 'review') return <StateBadge state="review" />;
  if (verdict === 'fail') return <StateBadge state="flagged" />;
  if (verdict === 'none') return <StateBadge state="not-checked" />;
  return <span className="dim">–</span>;
}

const columns: readonly Column<S3Object>[] = [
  {
    header: 'Object',
    cell: ({ key, version_id: version, media_id: item }) => (
      <span className="breakable">
        {item === null ? (
          key
        ) : (
          <Link className="link" to={`/dashboard/media/${item}`}>
            {key}
          </Link>
        )}
        {version === null ? null : <small className="mono dim block">{version}</small>}
      </span>
    ),
  },
  {
    header: 'State',
    cell: ({ state, error, attempts }) => (
      <span className="breakable">
        <Badge look={stateLooks[state]}>{stateWords[state]}</Badge>
        {error === null ? null : (
          <small className="dim block">
            {error} ({attempts} {attempts === 1 ? 'attempt' : 'attempts'})
          </small>
        )}
      </span>
    ),
  },
  { header: 'Verdict', cell: Verdict },
  {
    header: 'Tagged',
    className: 'figures muted',
    cell: ({ tagged_at: at }) => (at ? <Time at={at} /> : 'No'),
  },
];

/** Objects, newest event first. */
export function ObjectsTable({ rows, empty }: { rows: readonly S3Object[] | undefined; empty: ReactNode }) {
  return (
    <DataTable
      columns={columns}
      rows={rows}
      rowKey={({ key, version_id: version, etag }) => `${key} ${version ?? ''} ${etag}`}
      empty={empty}
    />
  );
}
