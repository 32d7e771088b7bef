import { describe, expect, it } from 'vitest';
import { builtInLabels } from '../labels/built-in-labels.ts';
import { DsaStatement, dsaCountries, dsaLanguages } from './dsa-statement.ts';

const whole = {
  decision_visibility: ['DECISION_VISIBILITY_CONTENT_REMOVED'],
  decision_ground: 'DECISION_GROUND_INCOMPATIBLE_CONTENT',
  incompatible_content_ground: 'Rules on adult content',
  incompatible_content_explanation: 'It shows nudity.',
  category: 'STATEMENT_CATEGORY_OTHER_VIOLATION_TC',
  content_type: ['CONTENT_TYPE_IMAGE'],
  content_date: '2026-11-01',
  application_date: '2026-11-02',
  decision_facts: 'A person decided.',
  source_type: 'SOURCE_VOLUNTARY',
  automated_detection: 'No',
  automated_decision: 'AUTOMATED_DECISION_NOT_AUTOMATED',
  puid: '0199-a_B',
};
const illegal = {
  ...whole,
  decision_ground: 'DECISION_GROUND_ILLEGAL_CONTENT',
  illegal_content_legal_ground: '§ 184b StGB',
  illegal_content_explanation: 'It is illegal.',
};
const long = (length: number) => 'x'.repeat(length);
const brokenOf = (statement: object) => {
  const parsed = DsaStatement.safeParse(statement);
  return parsed.success ? [] : [...new Set(parsed.error.issues.map(({ path }) => path.join('.')))];
};

/** What breaks one rule, and the field that it is about. */
const breaches: [rule: string, field: string, values: object][] = [
  ['asks for a decision', 'decision_visibility', { decision_visibility: [] }],
  ['asks for a decision', 'decision_visibility', { decision_visibility: null }],
  ['knows its visibilities', 'decision_visibility.0', { decision_visibility: ['REMOVED'] }],
  ['takes visibilities as a list', 'decision_visibility', { decision_visibility: 'DECISION_VISIBILITY_CONTENT_REMOVED' }],
  ['asks which other visibility', 'decision_visibility_other', { decision_visibility: ['DECISION_VISIBILITY_OTHER'] }],
  ['limits another visibility', 'decision_visibility_other', { decision_visibility_other: long(501) }],
  ['knows monetary decisions', 'decision_monetary', { decision_monetary: 'FINE' }],
  ['asks which other monetary decision', 'decision_monetary_other', { decision_monetary: 'DECISION_MONETARY_OTHER' }],
  ['limits another monetary decision', 'decision_monetary_other', { decision_monetary_other: long(501) }],
  ['knows decisions on the service', 'decision_provision', { decision_provision: 'DECISION_PROVISION_SUSPENSION' }],
  ['knows decisions on the account', 'decision_account', { decision_account: 'DECISION_ACCOUNT_DELETED' }],
  ['knows types of accounts', 'account_type', { account_type: 'PRIVATE' }],
  ['asks for a ground', 'decision_ground', { decision_ground: undefined }],
  ['knows its grounds', 'decision_ground', { decision_ground: 'illegal' }],
  ['takes an address for a reference', 'decision_ground_reference_url', { decision_ground_reference_url: 'rules' }],
  [
    'limits the reference',
    'decision_ground_reference_url',
    { decision_ground_reference_url: `https://pears.example/${long(500)}` },
  ],
  ['asks for the terms', 'incompatible_content_ground', { incompatible_content_ground: undefined }],
  ['wants more than blanks', 'incompatible_content_ground', { incompatible_content_ground: '  ' }],
  ['limits the terms', 'incompatible_content_ground', { incompatible_content_ground: long(501) }],
  ['asks for an explanation of terms', 'incompatible_content_explanation', { incompatible_content_explanation: null }],
  ['limits the explanation of terms', 'incompatible_content_explanation', { incompatible_content_explanation: long(2_001) }],
  ['takes Yes or No for illegal too', 'incompatible_content_illegal', { incompatible_content_illegal: true }],
  ['asks for the law', 'illegal_content_legal_ground', { ...illegal, illegal_content_legal_ground: '' }],
  ['limits the law', 'illegal_content_legal_ground', { ...illegal, illegal_content_legal_ground: long(501) }],
  ['asks for an explanation of the law', 'illegal_content_explanation', { ...illegal, illegal_content_explanation: null }],
  ['limits the explanation of the law', 'illegal_content_explanation', { ...illegal, illegal_content_explanation: long(2_001) }],
  ['asks for a category', 'category', { category: undefined }],
  ['knows its categories', 'category', { category: 'STATEMENT_CATEGORY_NUDITY' }],
  ['knows added categories', 'category_addition.0', { category_addition: ['VIOLENCE'] }],
  ['knows its keywords', 'category_specification.0', { category_specification: ['NUDITY'] }],
  ['limits another keyword', 'category_specification_other', { category_specification_other: long(501) }],
  ['asks for a type', 'content_type', { content_type: [] }],
  ['knows its types', 'content_type.0', { content_type: ['IMAGE'] }],
  ['asks which other type', 'content_type_other', { content_type: ['CONTENT_TYPE_OTHER'] }],
  ['limits another type', 'content_type_other', { content_type_other: long(501) }],
  ['knows its languages', 'content_language', { content_language: 'en' }],
  ['asks for the day of the upload', 'content_date', { content_date: undefined }],
  ['takes uploads since 2000', 'content_date', { content_date: '1999-12-31' }],
  ['takes uploads until 2038', 'content_date', { content_date: '2038-01-02' }],
  ['takes a day, not a time', 'content_date', { content_date: '2026-11-01T10:00:00Z' }],
  ['asks for the day of the decision', 'application_date', { application_date: undefined }],
  ['takes decisions since 2020', 'application_date', { application_date: '2019-12-31' }],
  ['takes decisions until 2038', 'application_date', { application_date: '2038-01-02' }],
  ...['visibility', 'monetary', 'service', 'account'].map((what): [string, string, object] => [
    `takes ends until 2038 (${what})`,
    `end_date_${what}_restriction`,
    { [`end_date_${what}_restriction`]: '2038-01-02' },
  ]),
  ['asks for facts', 'decision_facts', { decision_facts: '' }],
  ['limits facts', 'decision_facts', { decision_facts: long(5_001) }],
  ['asks for a source', 'source_type', { source_type: undefined }],
  ['knows its sources', 'source_type', { source_type: 'SOURCE_OTHER' }],
  ['limits who the source is', 'source_identity', { source_identity: long(501) }],
  ['asks whether it was detected by software', 'automated_detection', { automated_detection: 'maybe' }],
  ['asks whether software decided', 'automated_decision', { automated_decision: 'fully' }],
  ['asks for an id', 'puid', { puid: undefined }],
  ['takes letters and digits in an id', 'puid', { puid: 'a b' }],
  ['takes no line break in an id', 'puid', { puid: 'a\n' }],
  ['limits the id', 'puid', { puid: long(501) }],
  ['knows its countries', 'territorial_scope.0', { territorial_scope: ['UK'] }],
  ['takes 13 digits of a product', 'content_id.EAN-13', { content_id: { 'EAN-13': '123' } }],
];

describe("TRUST-B6 the rules of the EU's database", () => {
  it('take a whole statement on either ground', () => {
    expect(brokenOf(whole)).toEqual([]);
    expect(brokenOf(illegal)).toEqual([]);
  });

  it.each(breaches)('%s: %s', (_rule, field, values) => {
    expect(brokenOf({ ...whole, ...values })).toEqual([field]);
  });

  it('take each decision alone, and the limits themselves', () => {
    const { decision_visibility: _none, ...rest } = whole;
    for (const decision of [
      { decision_monetary: 'DECISION_MONETARY_SUSPENSION' },
      { decision_provision: 'DECISION_PROVISION_TOTAL_SUSPENSION' },
      { decision_account: 'DECISION_ACCOUNT_SUSPENDED' },
    ])
      expect(brokenOf({ ...rest, ...decision })).toEqual([]);
    expect(brokenOf({ ...whole, decision_facts: long(5_000), incompatible_content_explanation: long(2_000) })).toEqual([]);
    // Characters, as the database counts them: each of these is two units of a string.
    expect(brokenOf({ ...whole, incompatible_content_ground: '🍐'.repeat(500) })).toEqual([]);
    expect(brokenOf({ ...whole, content_date: '2000-01-01', application_date: '2038-01-01' })).toEqual([]);
  });

  it('know 30 countries, 24 languages of the union and more, and what every built-in label names', () => {
    expect(dsaCountries).toHaveLength(30);
    const ofUnion = 'BG CS DA DE EL EN ES ET FI FR GA HR HU IT LT LV MT NL PL PT RO SK SL SV'.split(' ');
    expect(ofUnion.filter((code) => !dsaLanguages.includes(code))).toEqual([]);
    expect(new Set(dsaLanguages).size).toBe(dsaLanguages.length);
    for (const { dsa_category: category, dsa_keywords: keywords } of builtInLabels)
      expect(brokenOf({ ...whole, category, category_specification: keywords })).toEqual([]);
  });
});
