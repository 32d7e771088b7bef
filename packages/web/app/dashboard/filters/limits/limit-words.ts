import { type Category, categories, categoryNames, type PolicyLimits, type Threshold } from '@clearframe/contract';

/** "0.40", or as it was typed where two digits do not say it. */
export function limitText(value: number | null): string {
  if (value === null) return 'off';
  const short = value.toFixed(2);
  return Number(short) === value ? short : String(value);
}

/** What a category does unless the account says otherwise. */
export function usualWords({ review, flag }: Threshold): string {
  if (review === null && flag === null) return 'Information only';
  if (flag === null) return `Default ${limitText(review)}, never flags alone`;
  return review === null ? `Default ${limitText(flag)}, flags at once` : `Default ${limitText(review)} and ${limitText(flag)}`;
}

/** "from 0.40 and 0.70": the limits that differ, as they were. */
export function changedFrom(was: Threshold, is: Threshold): string | null {
  const changed = (['review', 'flag'] as const).filter((which) => was[which] !== is[which]);
  return changed.length === 0 ? null : `from ${changed.map((which) => limitText(was[which])).join(' and ')}`;
}

type Limits = Required<PolicyLimits>;

const errorWords = { hold: 'is held', reject: 'is flagged' };
const syntheticWords = { note: 'is noted', review: 'goes to a person', flag: 'is flagged' };

const limitChanges = (was: Limits, is: Limits) =>
  categoryNames.flatMap((name: Category) =>
    (['review', 'flag'] as const).flatMap((which) => {
      const [before, after] = [was.thresholds[name][which], is.thresholds[name][which]];
      return before === after ? [] : [`${categories[name].label}: ${which} from ${limitText(before)} to ${limitText(after)}`];
    }),
  );

/** What is not saved, in one line; null = nothing. */
export function changeWords(was: Limits, is: Limits): string | null {
  const moved = limitChanges(was, is);
  const others = [
    ...(was.on_analyser_error === is.on_analyser_error
      ? []
      : [`An item whose analysis fails ${errorWords[is.on_analyser_error]}`]),
    ...(was.declared_synthetic === is.declared_synthetic
      ? []
      : [`A file that declares itself synthetic ${syntheticWords[is.declared_synthetic]}`]),
  ];
  const all = [...moved, ...others];
  if (all.length < 2) return all[0] ?? null;
  return others.length === 0 ? `${all.length} limits changed` : `${all.length} settings changed`;
}
