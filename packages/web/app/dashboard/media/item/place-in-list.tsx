import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { formatCount } from '../../../shared/format/format.ts';
import { mediaListQuery } from '../media-queries.ts';
import { useFilters } from '../use-filters.ts';
import { placeOn } from './place-on.ts';

type PlaceInListProps = {
  id: string;
  /** The page of the list that was shown last. */
  page: number;
};

/**
 * "2 of 243": where an item is in the list that it was opened from, by the page of it that was loaded. Nothing is asked for, so one that
 * is opened by its address has no place.
 */
export const PlaceInList = memo(({ id, page: seenPage }: PlaceInListProps) => {
  const { filters } = useFilters();
  const list = useQuery({ ...mediaListQuery({ ...filters, page: seenPage }), enabled: false });
  // Another list tells nothing of this one.
  const place = list.data && !list.isPlaceholderData ? placeOn(list.data, id) : null;
  if (place === null) return null;
  return (
    <span className="eyebrow" data-slot="place-in-list">
      <span className="visually-hidden">Item </span>
      {formatCount(place.at)} of {formatCount(place.total)}
      {place.capped ? '+' : ''}
    </span>
  );
});
