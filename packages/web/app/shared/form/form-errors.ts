import type { FieldError } from '@clearframe/contract';

/** Message by field name. */
export type FormErrors = Record<string, string>;

type Issue = { path: readonly PropertyKey[]; message: string };

/** The first message of each field, from the contract's own schema. */
export function errorsFromIssues(issues: readonly Issue[]): FormErrors {
  return firstPerField(issues.map((issue) => ({ path: String(issue.path[0] ?? ''), message: issue.message })));
}

/** The first message of each field, from a server's refusal; what concerns no known field is left to the banner. */
export function errorsFromServer(errors: readonly FieldError[], fields: readonly string[]): FormErrors {
  return firstPerField(errors.filter((error) => fields.includes(error.path)));
}

function firstPerField(errors: readonly FieldError[]): FormErrors {
  const first: FormErrors = {};
  for (const { path, message } of errors) first[path] ??= message;
  return first;
}
