import { AppealsQuery } from '@clearframe/contract';

type AppealStatus = NonNullable<AppealsQuery['status']>;
/** Which appeals are listed. */
export type AppealsView = { status: AppealStatus; page: number };

const { status: Status, page: Page } = AppealsQuery.shape;

/** What an address says about the list. A value that is none is left out, so an old link still shows something. */
export const appealsViewOf = (search: URLSearchParams): AppealsView => ({
  status: Status.safeParse(search.get('status') ?? undefined).data ?? 'open',
  page: Page.safeParse(search.get('page') ?? undefined).data ?? 1,
});

/** The address of a list, or of one appeal beside it. What is usual is left out. */
export function appealsAddress({ status, page }: AppealsView, id?: string): string {
  const parts = new URLSearchParams();
  if (status !== 'open') parts.set('status', status);
  if (page > 1) parts.set('page', String(page));
  const query = parts.size === 0 ? '' : `?${parts.toString()}`;
  return `/dashboard/appeals${id === undefined ? '' : `/${id}`}${query}`;
}

/** The appeal that lies so many places further in a list. From one that is not in it, the first; null = there is none. */
export function besideIn(ids: readonly string[], id: string | undefined, step: 1 | -1): string | null {
  const at = id === undefined ? -1 : ids.indexOf(id);
  return (at === -1 ? ids[0] : ids[at + step]) ?? null;
}
