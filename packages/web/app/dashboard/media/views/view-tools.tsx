import type { SavedView } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { opened } from '../../../shared/ui/part.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { useUser } from '../../shell/session/require-session.tsx';
import selectStyles from '../../ui/select.module.css';
import { type Filters, filtersOf, searchOf } from '../address.ts';
import type { ViewQuestion } from './view-dialogs.tsx';
import { viewsQuery } from './view-queries.ts';

/** Views are saved and changed seldom. */
const ViewDialogs = opened(async () => (await import('./view-dialogs.tsx')).ViewDialogs);

/** As the address of the list has them. */
const filtersIn = ({ filter }: SavedView): Filters =>
  filtersOf(new URLSearchParams(Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))));

type ViewToolsProps = { filters: Filters; onChange: (filters: Filters) => void };

/** Filters and order under a name: chosen from a list, saved, changed and deleted. */
export function ViewTools({ filters, onChange }: ViewToolsProps) {
  const views = useQuery(viewsQuery).data ?? [];
  const user = useUser();
  const toast = useToast();
  const [question, setQuestion] = useState<ViewQuestion | null>(null);
  const [wasAsked, setWasAsked] = useState(false);
  const here = searchOf(filters);
  const current = views.find((view) => searchOf(filtersIn(view)) === here);
  const own = views.filter(({ by }) => by.id === user.id);
  const shared = views.filter(({ by }) => by.id !== user.id);
  const ask = (asked: ViewQuestion) => {
    setWasAsked(true);
    setQuestion(asked);
  };
  const pick = (id: string) => {
    const view = views.find((one) => one.id === id);
    if (view) onChange(filtersIn(view));
  };
  return (
    <>
      {views.length > 0 ? (
        <label className={selectStyles.select} data-slot="select">
          <span>View</span>
          <select value={current?.id ?? ''} onChange={(event) => pick(event.target.value)}>
            {current ? null : <option value="">None</option>}
            <Group label="Yours" views={own} />
            <Group label="Shared with you" views={shared} />
          </select>
        </label>
      ) : null}
      {current === undefined ? (
        <Button size="small" kind="ghost" onClick={() => ask({ act: 'save', filters })}>
          <Icon of={Bookmark} />
          Save view
        </Button>
      ) : current.by.id === user.id ? (
        <>
          <Button size="small" kind="ghost" onClick={() => ask({ act: 'change', view: current })}>
            Change view
          </Button>
          <Button size="small" kind="ghost" onClick={() => ask({ act: 'delete', view: current })}>
            Delete view
          </Button>
        </>
      ) : (
        <span className="dim fine">Shared by {current.by.name}</span>
      )}
      {wasAsked ? (
        <Suspense>
          <ViewDialogs open={question !== null} question={question} own={own} onClose={() => setQuestion(null)} onDone={toast} />
        </Suspense>
      ) : null}
    </>
  );
}

function Group({ label, views }: { label: string; views: readonly SavedView[] }) {
  if (views.length === 0) return null;
  return (
    <optgroup label={label}>
      {views.map(({ id, name, shared, by }) => (
        <option key={id} value={id}>
          {label === 'Yours' ? `${name}${shared ? ' (shared)' : ''}` : `${name}, ${by.name}`}
        </option>
      ))}
    </optgroup>
  );
}
