import { z } from 'zod';
import { dsaCategories, dsaKeywords } from '../labels/dsa-terms.ts';

const codes = (together: string): readonly string[] => together.match(/../g) ?? [];
/** Of the European Economic Area, as the database lists them. */
export const dsaCountries = codes('ATBEBGCYCZDEDKEEESFIFRGRHRHUIEISITLILTLULVMTNLNOPLPTROSESISK');
/** Two letters of ISO 639-1, as the database lists them. */
export const dsaLanguages = codes(
  'AAABAEAFAKAMANARASAVAYAZBABEBGBHBIBMBNBOBRBSCACECHCOCRCSCUCVCYDADEDVDZEEELENEOESETEUFAFFFIFJFOFRFYGAGDGLGNGUGVHAHEHIHOHR' +
    'HTHUHYHZIAIDIEIGIIIKIOISITIUJAJVKAKGKIKJKKKLKMKNKOKRKSKUKVKWKYLALBLGLILNLOLTLULVMGMHMIMKMLMNMRMSMTMYNANBNDNENGNLNNNONRNV' +
    'NYOCOJOMOROSPAPIPLPSPTQURMRNRORURWSASCSDSESGSISKSLSMSNSOSQSRSSSTSUSVSWTATETGTHTITKTLTNTOTRTSTTTWTYUGUKURUZVEVIVOWAWOXHYI' +
    'YOZAZHZU',
);

const oneOf = (names: readonly string[]) => z.string().refine((name) => names.includes(name), 'The selected value is invalid');
const prefixed = (prefix: string, names: string) => names.split(' ').map((name) => `${prefix}_${name}`);
const visibilities = prefixed(
  'DECISION_VISIBILITY',
  'CONTENT_REMOVED CONTENT_DISABLED CONTENT_DEMOTED CONTENT_AGE_RESTRICTED CONTENT_INTERACTION_RESTRICTED CONTENT_LABELLED OTHER',
);
const contentTypes = prefixed('CONTENT_TYPE', 'APP AUDIO IMAGE PRODUCT SYNTHETIC_MEDIA TEXT VIDEO OTHER');
const provisions = prefixed('DECISION_PROVISION', 'PARTIAL_SUSPENSION TOTAL_SUSPENSION PARTIAL_TERMINATION TOTAL_TERMINATION');
const illegal = 'DECISION_GROUND_ILLEGAL_CONTENT';
const incompatible = 'DECISION_GROUND_INCOMPATIBLE_CONTENT';

/** Days without a time, within the years that the database takes. */
const dayFrom = (first: string) =>
  z.iso.date().refine((day) => day >= first && day <= '2038-01-01', `Use a day from ${first} to 2038-01-01`);
const endDate = z.iso
  .date()
  .refine((day) => day <= '2038-01-01', 'Use a day up to 2038-01-01')
  .nullish();
/** A required text is more than blanks. The database counts characters, not the units of a string. */
const text = (max: number) => z.string().refine((value) => [...value].length <= max, `Use at most ${max} characters`);
const filled = (max: number) => text(max).refine((value) => value.trim() !== '', 'This field is required');
const isUrl = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

const yesNo = z.enum(['Yes', 'No']);
const fields = z.object({
  decision_visibility: z.array(oneOf(visibilities)).nullish(),
  decision_visibility_other: text(500).nullish(),
  decision_monetary: oneOf(prefixed('DECISION_MONETARY', 'SUSPENSION TERMINATION OTHER')).nullish(),
  decision_monetary_other: text(500).nullish(),
  decision_provision: oneOf(provisions).nullish(),
  decision_account: oneOf(prefixed('DECISION_ACCOUNT', 'SUSPENDED TERMINATED')).nullish(),
  account_type: oneOf(prefixed('ACCOUNT_TYPE', 'BUSINESS PRIVATE')).nullish(),
  decision_ground: z.enum([illegal, incompatible]),
  decision_ground_reference_url: text(500).refine(isUrl, 'Use an address').nullish(),
  illegal_content_legal_ground: text(500).nullish(),
  illegal_content_explanation: text(2_000).nullish(),
  incompatible_content_ground: text(500).nullish(),
  incompatible_content_explanation: text(2_000).nullish(),
  incompatible_content_illegal: yesNo.nullish(),
  category: oneOf(Object.keys(dsaCategories)),
  category_addition: z.array(oneOf(Object.keys(dsaCategories))).optional(),
  category_specification: z.array(oneOf(Object.keys(dsaKeywords))).nullish(),
  category_specification_other: text(500).nullish(),
  content_type: z.array(oneOf(contentTypes)).min(1, 'This field is required'),
  content_type_other: text(500).nullish(),
  content_language: oneOf(dsaLanguages).nullish(),
  content_date: dayFrom('2000-01-01'),
  application_date: dayFrom('2020-01-01'),
  end_date_visibility_restriction: endDate,
  end_date_monetary_restriction: endDate,
  end_date_service_restriction: endDate,
  end_date_account_restriction: endDate,
  decision_facts: filled(5_000),
  source_type: oneOf(['SOURCE_ARTICLE_16', 'SOURCE_TRUSTED_FLAGGER', 'SOURCE_TYPE_OTHER_NOTIFICATION', 'SOURCE_VOLUNTARY']),
  source_identity: text(500).nullish(),
  automated_detection: yesNo,
  automated_decision: oneOf(prefixed('AUTOMATED_DECISION', 'FULLY PARTIALLY NOT_AUTOMATED')),
  puid: filled(500).regex(/^[a-zA-Z0-9_-]+$/, 'Use letters, digits, - and _'),
  territorial_scope: z.array(oneOf(dsaCountries)).nullish(),
  content_id: z.object({ 'EAN-13': z.string().regex(/^\d{13}$/) }).nullish(),
});
export type DsaStatement = z.infer<typeof fields>;
type Field = keyof DsaStatement;

/** Which field another one asks for. */
function missingOf(statement: DsaStatement): Field[] {
  const { decision_ground: ground } = statement;
  const asked: [boolean, Field][] = [
    [ground === illegal, 'illegal_content_legal_ground'],
    [ground === illegal, 'illegal_content_explanation'],
    [ground === incompatible, 'incompatible_content_ground'],
    [ground === incompatible, 'incompatible_content_explanation'],
    [statement.decision_visibility?.includes('DECISION_VISIBILITY_OTHER') ?? false, 'decision_visibility_other'],
    [statement.decision_monetary === 'DECISION_MONETARY_OTHER', 'decision_monetary_other'],
    [statement.content_type.includes('CONTENT_TYPE_OTHER'), 'content_type_other'],
  ];
  const isEmpty = (field: Field) => !statement[field] || String(statement[field]).trim() === '';
  const missing = asked.flatMap(([isAsked, field]) => (isAsked && isEmpty(field) ? [field] : []));
  const decisions: Field[] = ['decision_visibility', 'decision_monetary', 'decision_provision', 'decision_account'];
  const isDecided = decisions.some((field) => !isEmpty(field));
  return isDecided ? missing : ['decision_visibility', ...missing];
}

/**
 * A statement of reasons as the EU's transparency database takes it: its rules of 24 June 2026 (`StatementStoreRequest.php` and
 * `Statement.php` of digital-services-act/transparency-database).
 */
export const DsaStatement = fields.check(({ value, issues }) => {
  for (const field of missingOf(value))
    issues.push({ code: 'custom', path: [field], message: 'This field is required', input: value });
});
