import type { Key, ReactNode } from 'react';
import styles from './data-table.module.css';
import { Skeleton } from './skeleton.tsx';

/** A column, said once: its header, its cells, and the label before each cell on phones. */
export type Column<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  /** The header is only read out, and cells have no label. */
  isHeaderHidden?: true;
  /** The label where it is not the header. An empty one keeps its place, so that the cell ends the line. */
  label?: string;
  className?: string | undefined;
  headerClassName?: string | undefined;
  dir?: 'auto';
};

export type DataTableProps<Row> = {
  /** The first one names the row: it heads the row on phones, without a label. */
  columns: readonly Column<Row>[];
  /** Undefined while they load. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => Key;
  /** Stands in place of a table without rows. */
  empty?: ReactNode;
  /** Id of the heading that names the table. */
  labelledBy?: string;
  /** Names the table where no heading does. */
  caption?: string;
  /** Figures by name: what names the row is a header too. */
  hasRowHeaders?: true;
  /** Only read out, beside a picture of the same figures. */
  isHidden?: true;
};

/** Rows of one kind as a table; stacked and labelled on phones. Every table of the dashboard is one. */
export function DataTable<Row>({
  columns,
  rows,
  rowKey,
  empty,
  labelledBy,
  caption,
  hasRowHeaders,
  isHidden,
}: DataTableProps<Row>) {
  if (!rows) return [1, 2, 3].map((row) => <Skeleton key={row} shape="row" />);
  if (rows.length === 0) return empty;
  const cellOf = (row: Row, { header, cell, isHeaderHidden, label, className = '', dir }: Column<Row>, isFirst: boolean) => {
    if (isFirst && hasRowHeaders)
      return (
        <th key={header} scope="row">
          {cell(row)}
        </th>
      );
    return (
      <td
        key={header}
        className={(isFirst ? `${styles.lead} ${className}`.trim() : className) || undefined}
        data-l={label ?? (isFirst || isHidden || isHeaderHidden ? undefined : header)}
        dir={dir}
      >
        {cell(row)}
      </td>
    );
  };
  return (
    <table className={isHidden ? 'visually-hidden' : 'tbl'} aria-labelledby={labelledBy}>
      {caption ? <caption className="visually-hidden">{caption}</caption> : null}
      <thead>
        <tr>
          {columns.map(({ header, headerClassName, isHeaderHidden }) => (
            <th key={header} scope="col" className={headerClassName}>
              {isHeaderHidden ? <span className="visually-hidden">{header}</span> : header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>{columns.map((column, place) => cellOf(row, column, place === 0))}</tr>
        ))}
      </tbody>
    </table>
  );
}
