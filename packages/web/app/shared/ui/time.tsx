import { formatAge, formatDate, formatDateTime, formatMoment, formatShortDate } from '../format/format.ts';

const forms = {
  age: (at: string) => formatAge(at, Date.now()),
  date: formatDate,
  shortDate: formatShortDate,
  dateTime: formatDateTime,
  moment: formatMoment,
  /** As the reader's browser writes a day. */
  localeDate: (at: string) => new Date(at).toLocaleDateString(),
};

/**
 * A moment in the reader's time zone. The full date is in the tooltip, and `datetime` names it for programs.
 * @param at ISO 8601 @param as `age` for lists and captions, `dateTime` for tables that sort by it, `date` in sentences
 */
export function Time({ at, as = 'age' }: { at: string; as?: keyof typeof forms }) {
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {forms[as](at)}
    </time>
  );
}
