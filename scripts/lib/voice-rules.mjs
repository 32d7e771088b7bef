/** How Clearframe speaks, as far as a machine can hold it: words that are refused, and what people write instead. */

/** More words than this, and a sentence needs a second reading. */
export const mostWords = 28;

/** Each phrase that a reader stumbled over, with what to write instead. Matched as whole words, without regard to case. */
export const phrases = [
  ['of (which|whom)', 'two sentences'],
  ['(is|are|was|were) to be', '"must", or who does it'],
  ['shall', '"must" or "will"'],
  ['by what', 'who or how'],
  ['such a', 'name it'],
  ['anew', '"again"'],
  ['(lies|lie|lay|lying) in', '"is in"'],
  ['(lies|lie|lay) on this machine', '"is on this machine"'],
  ['(stands|stand|stood|standing) in', '"is in"'],
  ['(stands|stand|stood) for', '"means"'],
  ['have it (?!been\\b)', 'a verb'],
  ['it is told', 'who tells whom'],
  ['an? try of', '"attempt"'],
  ['refus(e|es|ed|al|als) of', '"rejects", "rejected"'],
  ['as long as it comes', '"while it arrives"'],
  ['in which', 'two sentences, or "where"'],
  ['so that it be', '"so it is"'],
  ['which of these', '"which"'],
  ['what was decided', '"decision"'],
  ["the machine's", '"this server\'s"'],
  ['as a whole word it is not', '"Choose \'Whole word\' to match only full words."'],
  ['have it judged', '"moderate", "check"'],
  ['data of a success', '"Response"'],
  ['a refusal always', '"Error"'],
  ['to be passed over', '"ignore"'],
  ['is free and counts', '"is enough"'],
  ['whom you', '"people you"'],
  ['learns your password', 'what the setting requires'],
  ['nobody has decided', '"No decisions yet"'],
  ['are paid', '"once you pay"'],
  ['any date to come', '"any future date"'],
  ['upright line', '"the line marks"'],
  ['on the first page', '"Product"'],
  ['write to us', '"Contact"'],
  ['what we hold to', '"Principles"'],
  ['take the line', 'what changed, with its figure'],
  ['under way back', '"requeues"'],
  ['no try of', '"doesn\'t count as an attempt"'],
  ['whatever the way', '"every way"'],
  ['shows at once', 'what the reader does to see it'],
  ['what was known is forgotten', '"cache cleared"'],
  ['is forgotten with it', '"removes it from the record"'],
];

/** Given texts: what the specification fixes is quoted letter for letter, wherever it is quoted. */
export const givenTexts = ['docs/specification.md', 'docs/acceptance.md'];

/** Reasons that items keep and programs compare, and a question whose answers were measured: their words stay. */
export const keptTexts = [
  'packages/engine/src/analysers/vision-llm/question.ts',
  'packages/engine/src/media-error.ts',
  'packages/server/src/moderation/judge/',
];
