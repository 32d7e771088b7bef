import type { Category } from '../analysis/categories.ts';
import { type LabelContent, otherLabelKey } from './labels.ts';

type Told = Pick<LabelContent, 'key' | 'name' | 'text'> & {
  rule: string;
  category: string;
  keywords: string[];
  other?: string;
  of: Category[];
};

const builtIn = ({ key, name, text, rule, category, keywords, other = '', of }: Told): LabelContent => ({
  key,
  name,
  text,
  // A program calls nothing illegal.
  ground: 'terms',
  legal_reference: null,
  terms_reference: rule,
  reference_url: null,
  dsa_category: `STATEMENT_CATEGORY_${category}`,
  dsa_keywords: keywords.map((keyword) => `KEYWORD_${keyword}`),
  dsa_keyword_other: other || null,
  restriction: 'removed',
  strikes: true,
  second_review: false,
  categories: of,
  active: true,
});

/**
 * What every account begins with: together they cover each category and, with the last one, each other reason for a Fail. Source:
 * doors-and-trust B2.
 */
export const builtInLabels: readonly LabelContent[] = [
  builtIn({
    key: 'adult',
    name: 'Adult content',
    text: 'It shows nudity or sexual content, which our rules do not allow.',
    rule: 'Rules on adult content',
    category: 'OTHER_VIOLATION_TC',
    keywords: ['ADULT_SEXUAL_MATERIAL', 'NUDITY'],
    of: ['sexual_explicit', 'sexual_suggestive', 'nudity'],
  }),
  builtIn({
    key: 'violence',
    name: 'Violence',
    text: 'It shows violence, blood, weapons or disturbing scenes, which our rules do not allow.',
    rule: 'Rules on violent content',
    category: 'VIOLENCE',
    keywords: ['OTHER'],
    other: 'violent imagery',
    of: ['violence', 'gore', 'weapons', 'disturbing'],
  }),
  builtIn({
    key: 'hate',
    name: 'Hate',
    text: 'It attacks people for who they are, which our rules do not allow.',
    rule: 'Rules on hate',
    category: 'ILLEGAL_OR_HARMFUL_SPEECH',
    keywords: ['HATE_SPEECH'],
    of: ['hate'],
  }),
  builtIn({
    key: 'harassment',
    name: 'Harassment',
    text: 'It harasses or insults somebody, which our rules do not allow.',
    rule: 'Rules on harassment',
    category: 'CYBER_VIOLENCE',
    keywords: ['CYBER_HARASSMENT'],
    of: ['harassment', 'rude_gesture'],
  }),
  builtIn({
    key: 'self_harm',
    name: 'Self-harm',
    text: 'It shows or encourages self-harm, which our rules do not allow.',
    rule: 'Rules on self-harm',
    category: 'SELF_HARM',
    keywords: ['SELF_MUTILATION'],
    of: ['self_harm'],
  }),
  builtIn({
    key: 'goods',
    name: 'Restricted goods',
    text: 'It shows or offers goods that our rules do not allow, such as drugs, alcohol, tobacco or gambling.',
    rule: 'Rules on restricted goods',
    category: 'UNSAFE_AND_PROHIBITED_PRODUCTS',
    keywords: ['GOODS_SERVICES_NOT_PERMITTED'],
    of: ['drugs', 'alcohol', 'tobacco', 'gambling', 'illicit'],
  }),
  builtIn({
    key: 'minors',
    name: 'Protection of minors',
    text: 'It may put minors at risk, which our rules do not allow.',
    rule: 'Rules that protect minors',
    category: 'PROTECTION_OF_MINORS',
    keywords: ['AGE_SPECIFIC_RESTRICTIONS_MINORS'],
    of: ['minor_safety'],
  }),
  builtIn({
    key: otherLabelKey,
    name: 'Other',
    text: 'It is against our rules.',
    rule: 'Terms of service',
    category: 'OTHER_VIOLATION_TC',
    keywords: ['OTHER'],
    other: 'terms of the service',
    of: ['synthetic'],
  }),
];
