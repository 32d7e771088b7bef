import type { BatchItemInput } from '@clearframe/contract';

/** An item of a batch as the form that would upload it. */
export function formFields({ title, description, caption, tags, metadata, author }: BatchItemInput): Record<string, string> {
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(caption === undefined ? {} : { caption }),
    ...(tags === undefined ? {} : { tags: tags.join(',') }),
    ...(metadata === undefined ? {} : { metadata: JSON.stringify(metadata) }),
    ...(author === undefined ? {} : { author: JSON.stringify(author) }),
  };
}
