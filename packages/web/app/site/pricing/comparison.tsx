import { type Plan, plans } from '@clearframe/contract';
import type { ReactNode } from 'react';
import { formatCount } from '../../shared/format/format.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { signs } from '../../shared/ui/signs.ts';
import sectionStyles from '../section.module.css';
import { Measured } from './measured-table.tsx';
import { shortFrameCost, shortPrice } from './plan-figures.ts';
import { planNote, popularPlanId } from './plan-notes.ts';
import pricingStyles from './pricing.module.css';

const isFree = (plan: Plan) => plan.price_cents === 0;

function Included() {
  return (
    <>
      <Icon of={signs.check} />
      <span className="visually-hidden">Included</span>
    </>
  );
}

type Row = { label: string; cell: (plan: Plan) => ReactNode };
type Group = { title?: string; note?: string; rows: readonly Row[] };

/** The rows of the specification; its speeds and accuracies are what a plan aims at. */
const groups: readonly Group[] = [
  {
    rows: [
      { label: 'Monthly price', cell: (plan) => shortPrice(plan.price_cents) },
      { label: 'Frames a month', cell: (plan) => `${formatCount(plan.media_per_month)}${isFree(plan) ? ' once' : ''}` },
      { label: 'Cost per frame', cell: (plan) => (isFree(plan) ? 'none' : shortFrameCost(plan.cost_per_media_cents)) },
      { label: 'Keyword filters', cell: () => <Included /> },
      { label: 'API and webhooks', cell: () => <Included /> },
    ],
  },
  {
    title: 'Targets',
    note: 'These are not measurements of this installation.',
    rows: [
      { label: 'Processing speed', cell: (plan) => `under ${planNote(plan.id).underSeconds}s` },
      { label: 'Accuracy', cell: (plan) => planNote(plan.id).accuracy },
    ],
  },
];

const lookOf = (plan: Plan) => (plan.id === popularPlanId ? pricingStyles.highlight : undefined);

function Rows({ title, note, rows }: Group) {
  return (
    <tbody>
      {title ? (
        <tr className={pricingStyles.group}>
          <th scope="rowgroup">{title}</th>
          <td colSpan={plans.length}>{note}</td>
        </tr>
      ) : null}
      {rows.map(({ label, cell }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          {plans.map((plan) => (
            <td key={plan.id} className={lookOf(plan)}>
              {cell(plan)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

/** The plans side by side. */
export function Comparison() {
  return (
    <section className={`${sectionStyles.section} page-width`}>
      <div className={`${sectionStyles.header} ${pricingStyles.comparisonHeader}`}>
        <h2>Compare plans</h2>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls when narrow, and in some browsers only by keyboard if focusable */}
      <section className={pricingStyles.comparison} aria-label="Plan comparison" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Feature</span>
              </th>
              {plans.map((plan) => (
                <th key={plan.id} scope="col" className={lookOf(plan)}>
                  {plan.name}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map((group) => (
            <Rows key={group.title ?? ''} {...group} />
          ))}
        </table>
      </section>
      <Measured />
    </section>
  );
}
