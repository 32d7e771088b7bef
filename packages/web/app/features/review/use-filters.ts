import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { pageFromSearch } from '../media/page-address.ts';
import { type Filters, filtersOf } from './filters.ts';
import { searchOf } from './search-of.ts';

/** The filters and the page of the address, and ways to change them. Another filter begins at its first page. */
export function useFilters() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const filters = filtersOf(search);
  const set = useCallback(
    (next: Filters, options: { replace?: boolean } = {}) =>
      void navigate({ search: searchOf(next) }, { replace: options.replace ?? false, preventScrollReset: true }),
    [navigate],
  );
  return { filters, page: pageFromSearch(search), set };
}
