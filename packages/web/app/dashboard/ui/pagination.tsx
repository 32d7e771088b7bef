import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { Icon } from '../../shared/ui/icon.tsx';
import { pageCount, pageNumbers, pageSummary } from './pages.ts';
import styles from './pagination.module.css';

type PaginationProps = {
  page: number;
  pageSize: number;
  /** How many items all pages hold, when it is known; `capped` where counting ended there. */
  total: number | undefined;
  capped?: boolean | undefined;
  address: (page: number) => string;
};

/** Page numbers as links: first, last and the neighbours of the current page. Nothing where one page holds all. */
export function Pagination({ page, pageSize, total = 0, capped, address }: PaginationProps) {
  const pages = pageCount(total, pageSize);
  if (pages === 1) return null;
  const marks = pageNumbers(page, pages);
  return (
    <nav className={styles.pagination} aria-label="Pages">
      <span className="dim">{pageSummary(page, pageSize, total, capped)}</span>
      <ol>
        {page > 1 ? (
          <li>
            <Link to={address(page - 1)} aria-label="Previous page">
              <Icon of={ChevronLeft} />
            </Link>
          </li>
        ) : null}
        {marks.map((mark, at) =>
          typeof mark === 'number' ? (
            <li key={mark}>
              <Link to={address(mark)} aria-label={`Page ${mark}`} aria-current={mark === page ? 'page' : undefined}>
                {mark}
              </Link>
            </li>
          ) : (
            <li key={`gap after ${marks[at - 1]}`}>
              <span className={styles.gap}>…</span>
            </li>
          ),
        )}
        {page < pages ? (
          <li>
            <Link to={address(page + 1)} aria-label="Next page">
              <Icon of={ChevronRight} />
            </Link>
          </li>
        ) : null}
      </ol>
    </nav>
  );
}
