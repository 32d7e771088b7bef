/** What the built-in model says of size, format, colours and brightness, and the text that it repeats: shown elsewhere, or of no use. */
const plain = [
  /\bA (?:small|medium-sized|large) [a-z -]+ in [a-z ]+ format\.\s*/,
  /\bMain colours?: [a-z, -]+\.\s*/,
  /\bThe picture is (?:dark|bright)\.\s*/,
  /\bIt says: “.*?”\.\s*/s,
];

/** What somebody who decides learns from a description: what was found, and the words of other models. Empty where that is nothing. */
export const seenWords = (description: string): string =>
  plain.reduce((words, part) => words.replace(part, ''), description).trim();
