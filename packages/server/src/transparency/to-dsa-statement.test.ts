import { builtInLabels, DsaStatement, type Label, LabelRestriction, PublicStatement } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { type DecidedBy, factsOf } from '../statements/state-facts.ts';
import { type Reported, toDsaStatement } from './to-dsa-statement.ts';

const labels = builtInLabels.map((content): Label => ({ id: content.key, ...content, built_in: true }));
const [first] = labels;
if (!first) throw new Error('There are no labels');
const own: Label = {
  ...first,
  id: 'own',
  built_in: false,
  key: 'own',
  name: 'Own',
  text: 'It is against the law.',
  ground: 'illegal',
  legal_reference: '§ 1',
  terms_reference: null,
  reference_url: 'https://pears.example/law',
  dsa_category: 'STATEMENT_CATEGORY_VIOLENCE',
  dsa_keywords: [],
  dsa_keyword_other: null,
  restriction: 'demoted',
};
const reported = (label: Label, values: Partial<Reported['content']> = {}, more: Partial<Reported> = {}): Reported => ({
  id: '0199c0de-0000-7000-8000-000000000001',
  content: {
    facts: 'A person decided.',
    ground: label.ground,
    label: { key: label.key, name: label.name, text: label.text },
    reference: label.ground === 'illegal' ? label.legal_reference : label.terms_reference,
    reference_url: label.reference_url,
    automated_detection: false,
    automated_decision: 'not_automated',
    source: 'voluntary',
    restriction: label.restriction,
    ...values,
  },
  isVideo: false,
  uploadedAt: new Date('2026-11-01T23:59:59Z'),
  decidedAt: new Date('2026-11-02T00:00:00Z'),
  reversedAt: null,
  ...more,
});
const scope = { territorialScope: ['DE', 'FR'], contentLanguage: 'DE' };
const nowhere = { territorialScope: [], contentLanguage: null };

describe('TRUST-B6 toDsaStatement', () => {
  it('is total: each label, ground, restriction, source and automation keeps every rule', () => {
    let seen = 0;
    for (const label of [...labels, own, undefined])
      for (const restriction of LabelRestriction.options)
        for (const source of PublicStatement.shape.source.options)
          for (const automated_decision of PublicStatement.shape.automated_decision.options)
            for (const by of ['person', 'program', 'nobody'] satisfies DecidedBy[])
              for (const isVideo of [false, true]) {
                const facts = factsOf(isVideo ? 'video' : 'picture', undefined, by, source);
                const values = { restriction, source, automated_decision, facts };
                const one = reported(label ?? own, values, { isVideo, reversedAt: isVideo ? new Date() : null });
                for (const where of [scope, nowhere])
                  expect(DsaStatement.safeParse(toDsaStatement(one, label, where)).error?.issues).toBeUndefined();
                seen += 1;
              }
    expect(seen).toBe(10 * 6 * 4 * 3 * 3 * 2);
  });

  it('names declared synthetic media beside its kind', () => {
    const declared = toDsaStatement(reported(own, { synthetic: true }), own, scope);
    expect(declared.content_type).toEqual(['CONTENT_TYPE_IMAGE', 'CONTENT_TYPE_SYNTHETIC_MEDIA']);
    expect(DsaStatement.safeParse(declared).success).toBe(true);
  });

  it('says what the statement says, in the words of the database', () => {
    const values = { automated_detection: true, automated_decision: 'partially', source: 'article_16' } as const;
    expect(toDsaStatement(reported(own, values, { isVideo: true }), own, scope)).toEqual({
      decision_visibility: ['DECISION_VISIBILITY_CONTENT_DEMOTED'],
      decision_ground: 'DECISION_GROUND_ILLEGAL_CONTENT',
      decision_ground_reference_url: 'https://pears.example/law',
      illegal_content_legal_ground: '§ 1',
      illegal_content_explanation: 'It is against the law.',
      category: 'STATEMENT_CATEGORY_VIOLENCE',
      content_type: ['CONTENT_TYPE_VIDEO'],
      content_date: '2026-11-01',
      application_date: '2026-11-02',
      decision_facts: 'A person decided.',
      source_type: 'SOURCE_ARTICLE_16',
      automated_detection: 'Yes',
      automated_decision: 'AUTOMATED_DECISION_PARTIALLY',
      puid: '0199c0de-0000-7000-8000-000000000001',
      territorial_scope: ['DE', 'FR'],
      content_language: 'DE',
    });
  });

  it('takes words from the label as it is now, and keeps the ground that the uploader was told', () => {
    const before = reported(own, { reference: '§ 2, misspelt' });
    expect(toDsaStatement(before, own, nowhere).illegal_content_legal_ground).toBe('§ 1');
    const terms: Label = { ...own, ground: 'terms', terms_reference: 'Rule 7', text: 'Against our rules.' };
    expect(toDsaStatement(before, terms, nowhere)).toMatchObject({
      decision_ground: 'DECISION_GROUND_ILLEGAL_CONTENT',
      illegal_content_legal_ground: '§ 2, misspelt',
      illegal_content_explanation: 'It is against the law.',
    });
  });
});
