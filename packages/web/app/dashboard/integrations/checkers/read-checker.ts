import { CheckerInput, KeepChecks, limits, OnReview } from '@clearframe/contract';
import { errorsFromIssues, type FormErrors } from '../../../shared/form/form-errors.ts';
import { textOf } from '../../../shared/form/use-form.ts';

/** What the form of a checker holds, before it is known to fit. */
export type CheckerDraft = Omit<CheckerInput, 'reject_status' | 'is_active'> & { reject_status: number };

const inMs = (seconds: string) => Math.round(Number(seconds) * 1_000);

/** Reads the form: seconds as milliseconds, and a network a line. */
export function readChecker(data: FormData): CheckerDraft {
  return {
    name: textOf(data, 'name'),
    reject_status: Number(textOf(data, 'reject_status')),
    on_error: textOf(data, 'on_error') === 'open' ? 'open' : 'closed',
    on_review: OnReview.safeParse(textOf(data, 'on_review')).data ?? null,
    keep: KeepChecks.safeParse(textOf(data, 'keep')).data ?? null,
    timeout_ms: inMs(textOf(data, 'timeout')),
    allow_from: textOf(data, 'allow_from')
      .split(/[\s,]+/)
      .filter(Boolean),
    video_max_seconds: Number(textOf(data, 'video_max_seconds')),
  };
}

const sentences: FormErrors = {
  timeout_ms: `Enter 1 to ${limits.checkerTimeoutMaxMs / 1_000} seconds.`,
  video_max_seconds: `Enter 0 to ${limits.checkerVideoMaxSeconds} whole seconds.`,
  allow_from: `Enter up to ${limits.checkerNetworksMax} networks, such as 192.0.2.0/24.`,
};

/** A sentence for each field that does not fit. */
export function checkerFaults(draft: CheckerDraft): FormErrors {
  const issues = CheckerInput.safeParse(draft).error?.issues ?? [];
  return errorsFromIssues(issues.map(({ path, message }) => ({ path, message: sentences[String(path[0])] ?? message })));
}
