import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../shared/ui/icon.tsx';
import { pageNumbers } from './pages.ts';
import styles from './pagination.module.css';

type PaginationProps = {
  current: number;
  pages: number;
  address: (page: number) => string;
  /** For example "1 to 12 of 40". */
  summary: ReactNode;
};

/** Page numbers as links: first, last and the neighbours of the current page. */
export function Pagination({ current, pages, address, summary }: PaginationProps) {
  const marks = pageNumbers(current, pages);
  return (
    <nav className={styles.pagination} aria-label="Pages">
      <span className="dim">{summary}</span>
      <ol>
        {current > 1 ? (
          <li>
            <Link to={address(current - 1)} aria-label="Previous page">
              <Icon of={ChevronLeft} />
            </Link>
          </li>
        ) : null}
        {marks.map((mark, at) =>
          typeof mark === 'number' ? (
            <li key={mark}>
              <Link to={address(mark)} aria-label={`Page ${mark}`} aria-current={mark === current ? 'page' : undefined}>
                {mark}
              </Link>
            </li>
          ) : (
            <li key={`gap after ${marks[at - 1]}`}>
              <span className={styles.gap}>…</span>
            </li>
          ),
        )}
        {current < pages ? (
          <li>
            <Link to={address(current + 1)} aria-label="Next page">
              <Icon of={ChevronRight} />
            </Link>
          </li>
        ) : null}
      </ol>
    </nav>
  );
}
