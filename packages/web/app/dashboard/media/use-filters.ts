import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { pageFromSearch } from '../ui/pages.ts';
import { type Filters, filtersOf, searchOf } from './address.ts';

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
