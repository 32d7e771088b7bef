import { NoticeFormInput } from '@clearframe/contract';
import { errorsFromIssues, type FormErrors } from '../../shared/form/form-errors.ts';
import { textOf } from '../../shared/form/use-form.ts';

/** Names of the fields that a message of the server can belong to. */
export const noticeFields = [
  'kind',
  'item_url',
  'ground',
  'legal_reference',
  'explanation',
  'name',
  'email',
  'on_behalf_of',
  'good_faith',
  'signature',
  'recaptchaToken',
] as const;

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What the form holds as the server takes it: an empty field is left out. One field takes an address or an id. */
export function readNotice(data: FormData, recaptchaToken: string): Record<string, unknown> {
  const said = (name: string) => textOf(data, name).trim() || undefined;
  const item = said('item');
  const isId = item !== undefined && uuid.test(item);
  return {
    kind: said('kind'),
    item_url: isId ? undefined : item,
    media_id: isId ? item : undefined,
    ground: said('ground'),
    legal_reference: said('legal_reference'),
    explanation: textOf(data, 'explanation'),
    name: said('name'),
    email: said('email'),
    on_behalf_of: said('on_behalf_of'),
    good_faith: data.get('good_faith') === 'on',
    signature: said('signature'),
    recaptchaToken,
  };
}

export const checkNotice = (input: unknown): FormErrors => errorsFromIssues(NoticeFormInput.safeParse(input).error?.issues ?? []);
