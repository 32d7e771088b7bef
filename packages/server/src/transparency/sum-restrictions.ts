import type { Label, PublicStatement, TransparencyFigures } from '@clearframe/contract';
import { countedShare } from '../quality/summarise.ts';

/** Statements that are alike in all that the figures ask for, and how many there are. */
type RestrictionGroup = {
  ground: 'illegal' | 'terms';
  key: string;
  name: string;
  source: PublicStatement['source'];
  automation: PublicStatement['automated_decision'];
  count: number;
  appeals: number;
  reversed: number;
};

type Restrictions = TransparencyFigures['restrictions'];

const sum = (groups: readonly RestrictionGroup[], of: (group: RestrictionGroup) => number = ({ count }) => count) =>
  groups.reduce((total, group) => total + of(group), 0);
function byLabel(groups: readonly RestrictionGroup[], labels: readonly Label[]): Restrictions['by_label'] {
  return [...Map.groupBy(groups, ({ key }) => key)]
    .map(([key, of]) => ({
      key,
      name: labels.find((label) => label.key === key)?.name ?? of[0]?.name ?? key,
      count: sum(of),
    }))
    .sort((one, other) => other.count - one.count || one.key.localeCompare(other.key));
}

function byCategory(groups: readonly RestrictionGroup[], labels: readonly Label[]): Restrictions['by_category'] {
  const categoryOf = ({ key }: RestrictionGroup) =>
    labels.find((label) => label.key === key)?.dsa_category ?? 'STATEMENT_CATEGORY_OTHER_VIOLATION_TC';
  return [...Map.groupBy(groups, categoryOf)]
    .map(([category, of]) => ({
      category,
      count: sum(of),
      from_notices: sum(of.filter(({ source }) => source !== 'voluntary')),
      automated: sum(of.filter(({ automation }) => automation === 'fully')),
      appeals: sum(of, ({ appeals }) => appeals),
      reversed: sum(of, ({ reversed }) => reversed),
    }))
    .sort((one, other) => other.count - one.count || one.category.localeCompare(other.category));
}

/** What was restricted, by each question that a report asks. Pure: counts in, counts out. */
export function sumRestrictions(groups: readonly RestrictionGroup[], labels: readonly Label[]): Restrictions {
  const countOf = (has: Partial<RestrictionGroup>) =>
    sum(
      groups.filter(
        ({ ground, source, automation }) =>
          (has.ground ?? ground) === ground && (has.source ?? source) === source && (has.automation ?? automation) === automation,
      ),
    );
  return {
    total: sum(groups),
    by_ground: { illegal: countOf({ ground: 'illegal' }), terms: countOf({ ground: 'terms' }) },
    by_label: byLabel(groups, labels),
    by_category: byCategory(groups, labels),
    by_source: {
      article_16: countOf({ source: 'article_16' }),
      trusted_flagger: countOf({ source: 'trusted_flagger' }),
      other: countOf({ source: 'other' }),
      voluntary: countOf({ source: 'voluntary' }),
    },
    by_automation: {
      fully: countOf({ automation: 'fully' }),
      partially: countOf({ automation: 'partially' }),
      not_automated: countOf({ automation: 'not_automated' }),
    },
    automated: countedShare(countOf({ automation: 'fully' }), sum(groups)),
  };
}
