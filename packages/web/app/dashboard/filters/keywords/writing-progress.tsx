import { policyEndpoints, type WritingState } from '@clearframe/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import { formatCount } from '../../../shared/format/format.ts';
import meterStyles from '../../../shared/ui/meter.module.css';
import { LoadFault } from '../../ui/load-fault.tsx';

/** How often a reading under way is asked how far it is. */
const ASK_MS = 3_000;

const writingQuery = queryOptions({
  queryKey: keys.writing,
  queryFn: ({ signal }) => call(policyEndpoints.writingState, { signal }),
  refetchInterval: ({ state }) => (state.data?.reading ? ASK_MS : false),
});

const items = (count: number, capped = false) =>
  `${formatCount(count)}${capped ? ' or more' : ''} ${count === 1 && !capped ? 'item' : 'items'}`;

/** What is not read, in sentences. */
export function writingWords({ not_read, capped, unreadable, reading }: WritingState): string[] {
  const open = not_read - unreadable;
  if (not_read === 0 && !reading) return ['No items are waiting.'];
  return [
    ...(open > 0 && !reading ? [`Text in ${items(open, capped)} is not read yet. Open an item to read it.`] : []),
    ...(unreadable > 0 ? [`We could not read text in ${items(unreadable)}.`] : []),
  ];
}

/** How far the reading of what exists is, and what is not read. */
export function WritingProgress() {
  const state = useQuery(writingQuery);
  if (state.isError) return <LoadFault title="Could not load the progress" query={state} />;
  // Of one line from the beginning, so that nothing below it moves.
  if (!state.data) return <p aria-hidden="true">&nbsp;</p>;
  const { reading } = state.data;
  return (
    <>
      {reading && reading.total > 0 ? (
        <div className="stack-3">
          <p className="muted figures" id="reading">
            Reading earlier items: {formatCount(reading.done)} of {formatCount(reading.total)}
          </p>
          <progress className={meterStyles.meter} aria-labelledby="reading" max={reading.total} value={reading.done} />
        </div>
      ) : null}
      {writingWords(state.data).map((sentence) => (
        <p className="muted" key={sentence}>
          {sentence}
        </p>
      ))}
    </>
  );
}
