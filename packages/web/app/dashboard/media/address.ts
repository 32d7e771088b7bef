import { type CredentialState, MediaNeighboursQuery, type MediaSort, type MediaStatus } from '@clearframe/contract';

/** What the list is narrowed and ordered by. It lives in the address, so that a link, Back and a reload show the same. */
export type Filters = {
  status?: MediaStatus;
  type?: 'image' | 'video';
  source?: 'dashboard' | 'api' | 's3';
  from?: string;
  to?: string;
  search?: string;
  /** The customer's own id of who made it. */
  author?: string;
  credentials?: CredentialState;
  sort?: MediaSort;
};

/** What an address may say about the list. */
const filterNames = ['status', 'type', 'source', 'from', 'to', 'search', 'author', 'credentials', 'sort'] as const;

export type CountedBy = Omit<Filters, 'status' | 'sort'>;

/** What narrows; the tab of a verdict and the order do not. */
const narrowing = ['type', 'source', 'from', 'to', 'search', 'author', 'credentials'] as const;

/** The filters of an address. A value that is none is left out, so that an old link still shows something. */
export function filtersOf(search: URLSearchParams): Filters {
  const filters: Filters = {};
  for (const name of filterNames) {
    const value = search.get(name);
    if (value === null || value.trim() === '') continue;
    const parsed = MediaNeighboursQuery.safeParse({ [name]: value });
    if (parsed.success) Object.assign(filters, { [name]: parsed.data[name] });
  }
  return withSort(filters);
}

/** Without an order that says nothing, or that the list does not have: only what is to be decided goes by score. */
function withSort({ sort, ...filters }: Filters): Filters {
  const isByScore = sort === 'likeliest' || sort === 'least_certain';
  return sort === undefined || sort === 'newest' || (isByScore && filters.status !== 'undecided')
    ? filters
    : { ...filters, sort };
}

/** Everything but the verdict and the order: what the numbers beside the verdicts count. */
export function countedBy({ status: _, sort: __, ...counted }: Filters): CountedBy {
  return counted;
}

/** Whether anything is left out of the tab. */
export function isNarrowed(filters: Filters): boolean {
  return narrowing.some((name) => filters[name] !== undefined);
}

/** The same tab in the same order, with all that it has. */
export function withoutFilters({ status, sort }: Filters): Filters {
  return { ...(status && { status }), ...(sort && { sort }) };
}

/** How many of the filters are on that a phone folds away. */
export function finerCount({ type, source, from, to, author, credentials }: Filters): number {
  return [type, source, from, to, author, credentials].filter((value) => value !== undefined).length;
}

const onlyHas = (filters: Filters, status: MediaStatus): boolean => filters.status === status && !isNarrowed(filters);

/** Whether the list shows flagged items, and nothing else narrows it. */
export const showsAllFlagged = (filters: Filters): boolean => onlyHas(filters, 'flagged');

/** Whether the list shows all that nobody has decided. */
export const isWholeQueue = (filters: Filters): boolean => onlyHas(filters, 'undecided');

/** "?status=flagged&page=2"; what says nothing is left out. */
export function searchOf(filters: Filters, page = 1): string {
  const search = new URLSearchParams();
  const sorted = withSort(filters);
  for (const name of filterNames) {
    const value = sorted[name];
    if (value !== undefined && value !== '') search.set(name, value);
  }
  if (page > 1) search.set('page', String(page));
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** One page of Content Review. */
export const listAddress = (filters: Filters, page = 1): string => `/dashboard/media${searchOf(filters, page)}`;

/** One item; what the list was narrowed by goes along, for the way back and to its neighbours. */
export const itemAddress = (id: string, filters: Filters = {}): string => `/dashboard/media/${id}${searchOf(filters)}`;
