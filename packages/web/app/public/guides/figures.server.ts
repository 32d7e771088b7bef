import { categories, categoryNames, limits, plans } from '@clearframe/contract';
import { publicOrigin } from '../../public-origin.ts';

const count = (value: number) => value.toLocaleString('en');

/** Every figure that guides name by `{{name}}`, from where the server takes it: a guide cannot disagree with the program. */
const figures: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(limits).flatMap(([name, value]) => [
      [name, count(value)],
      [`${name}.MB`, count(value / 1_048_576)],
      [`${name}.seconds`, count(value / 1_000)],
      [`${name}.minutes`, count(value / 60_000)],
      [`${name}.hours`, count(value / 3_600_000)],
      [`${name}.days`, count(value / 86_400_000)],
    ]),
  ),
  ...Object.fromEntries(plans.map((plan) => [`frames.${plan.id}`, count(plan.media_per_month)])),
  origin: publicOrigin(),
  categories: count(categoryNames.length),
  thresholds: [
    '| Category | Review from | Flagged from |',
    '| --- | --- | --- |',
    ...categoryNames.map((name) => {
      const { label, review, flag } = categories[name];
      return `| ${label} | ${review ?? 'never'} | ${flag ?? 'never'} |`;
    }),
  ].join('\n'),
  plans: [
    '| Plan | A month | Frames |',
    '| --- | --- | --- |',
    ...plans.map((plan) => `| ${plan.name} | $${count(plan.price_cents / 100)} | ${count(plan.media_per_month)} |`),
  ].join('\n'),
};

/** The text with its figures. @throws Error when it names one that there is not */
export const withFigures = (text: string): string =>
  text.replace(/\{\{([\w.]+)\}\}/g, (_all, name: string) => {
    const figure = figures[name];
    if (figure === undefined) throw new Error(`There is no figure called ${name}`);
    return figure;
  });
