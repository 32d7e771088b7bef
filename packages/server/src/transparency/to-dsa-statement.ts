import type { DsaStatement, Label, LabelRestriction } from '@clearframe/contract';
import type { StatementContent } from '../db/schema.ts';

/** What of a statement is reported: nothing that anybody typed about a case is in it. */
export type Reported = {
  id: string;
  content: Pick<
    StatementContent,
    | 'facts'
    | 'ground'
    | 'label'
    | 'reference'
    | 'reference_url'
    | 'automated_detection'
    | 'automated_decision'
    | 'source'
    | 'restriction'
    | 'synthetic'
  >;
  isVideo: boolean;
  uploadedAt: Date;
  decidedAt: Date;
  reversedAt: Date | null;
};
/** For whom the account restricts, and in which language. */
export type Scope = { territorialScope: readonly string[]; contentLanguage: string | null };

const visibility: Record<LabelRestriction, string> = {
  removed: 'DECISION_VISIBILITY_CONTENT_REMOVED',
  disabled: 'DECISION_VISIBILITY_CONTENT_DISABLED',
  demoted: 'DECISION_VISIBILITY_CONTENT_DEMOTED',
  age_restricted: 'DECISION_VISIBILITY_CONTENT_AGE_RESTRICTED',
  interaction_restricted: 'DECISION_VISIBILITY_CONTENT_INTERACTION_RESTRICTED',
  labelled: 'DECISION_VISIBILITY_CONTENT_LABELLED',
};
const source: Record<StatementContent['source'], string> = {
  article_16: 'SOURCE_ARTICLE_16',
  trusted_flagger: 'SOURCE_TRUSTED_FLAGGER',
  other: 'SOURCE_TYPE_OTHER_NOTIFICATION',
  voluntary: 'SOURCE_VOLUNTARY',
};
const automation: Record<StatementContent['automated_decision'], string> = {
  fully: 'AUTOMATED_DECISION_FULLY',
  partially: 'AUTOMATED_DECISION_PARTIALLY',
  not_automated: 'AUTOMATED_DECISION_NOT_AUTOMATED',
};

const day = (at: Date) => at.toISOString().slice(0, 10);

/** A label that is gone says no more than that something was against the terms. */
const unknown = {
  dsa_category: 'STATEMENT_CATEGORY_OTHER_VIOLATION_TC',
  dsa_keywords: ['KEYWORD_OTHER'],
  dsa_keyword_other: 'terms of the service',
};

/**
 * What the uploader was told decides on which ground it is. Words and references are those of the label as it is now, as long as it has
 * that ground: so a refused statement is mended by changing its label.
 */
function groundOf({ ground, label: told, reference, reference_url }: Reported['content'], label: Label | undefined) {
  const isSame = label?.ground === ground;
  const ownReference = ground === 'illegal' ? label?.legal_reference : label?.terms_reference;
  const law = (isSame ? ownReference : reference) || told.name;
  const explanation = isSame ? label.text : told.text;
  const url = isSame ? label.reference_url : reference_url;
  return {
    ...(ground === 'illegal'
      ? {
          decision_ground: 'DECISION_GROUND_ILLEGAL_CONTENT' as const,
          illegal_content_legal_ground: law,
          illegal_content_explanation: explanation,
        }
      : {
          decision_ground: 'DECISION_GROUND_INCOMPATIBLE_CONTENT' as const,
          incompatible_content_ground: law,
          incompatible_content_explanation: explanation,
        }),
    ...(url === null ? {} : { decision_ground_reference_url: url }),
  };
}

/**
 * A statement in the shape of the EU's database. Total: each of ours has one. `puid` is the statement's id, one a decision, so that none is
 * counted twice there. Pure.
 */
export function toDsaStatement(reported: Reported, label: Label | undefined, scope: Scope): DsaStatement {
  const { content, decidedAt, id, isVideo, reversedAt, uploadedAt } = reported;
  const { dsa_category, dsa_keywords, dsa_keyword_other } = label ?? unknown;
  return {
    decision_visibility: [visibility[content.restriction]],
    ...groundOf(content, label),
    category: dsa_category,
    ...(dsa_keywords.length === 0 ? {} : { category_specification: [...dsa_keywords] }),
    ...(dsa_keyword_other === null ? {} : { category_specification_other: dsa_keyword_other }),
    content_type: [
      isVideo ? 'CONTENT_TYPE_VIDEO' : 'CONTENT_TYPE_IMAGE',
      ...(content.synthetic ? ['CONTENT_TYPE_SYNTHETIC_MEDIA'] : []),
    ],
    content_date: day(uploadedAt),
    application_date: day(decidedAt),
    ...(reversedAt === null ? {} : { end_date_visibility_restriction: day(reversedAt) }),
    decision_facts: content.facts,
    source_type: source[content.source],
    automated_detection: content.automated_detection ? 'Yes' : 'No',
    automated_decision: automation[content.automated_decision],
    puid: id,
    ...(scope.territorialScope.length === 0 ? {} : { territorial_scope: [...scope.territorialScope] }),
    ...(scope.contentLanguage === null ? {} : { content_language: scope.contentLanguage }),
  };
}
