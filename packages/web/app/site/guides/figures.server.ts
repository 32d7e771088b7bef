import { categories, categoryNames, type ErrorCode, errorTable, limits, plans } from '@clearframe/contract';
import { publicOrigin } from '../../shared/page/public-origin.ts';
import { accuracyFigures } from './accuracy-figures.server.ts';

const count = (value: number) => value.toLocaleString('en');

/** The refusals that a program meets which uploads and reads. */
const apiErrors: readonly ErrorCode[] = [
  ...(['media_required', 'metadata_invalid', 'file_empty', 'file_undecodable', 'url_invalid', 'url_refused'] as const),
  ...(['api_token_invalid', 'scope_missing', 'subscription_required', 'frames_exhausted', 'media_not_found'] as const),
  ...(['idempotency_running', 'api_file_too_large', 'api_file_unsupported', 'idempotency_mismatch', 'rate_limited'] as const),
  ...(['internal', 'busy', 'analysis_unavailable', 'video_unavailable', 'video_preparing'] as const),
];

/** Every figure that guides name by `{{name}}`, from where the server takes it: a guide cannot disagree with the program. */
const figures: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(limits).flatMap(([name, value]) =>
      typeof value === 'number'
        ? [
            [name, count(value)],
            [`${name}.MB`, count(value / 1_048_576)],
            [`${name}.seconds`, count(value / 1_000)],
            [`${name}.minutes`, count(value / 60_000)],
            [`${name}.hours`, count(value / 3_600_000)],
            [`${name}.days`, count(value / 86_400_000)],
          ]
        : [],
    ),
  ),
  ...Object.fromEntries(plans.map((plan) => [`frames.${plan.id}`, count(plan.media_per_month)])),
  ...Object.fromEntries(
    Object.entries(errorTable).map(([code, { status, message }]) => [`error.${code}`, `**${status}** ${message} \`${code}\``]),
  ),
  ...accuracyFigures,
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
  apiErrors: [
    '| Status | Sentence |',
    '| --- | --- |',
    ...apiErrors.map((code) => `| ${errorTable[code].status} | ${errorTable[code].message} |`),
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
