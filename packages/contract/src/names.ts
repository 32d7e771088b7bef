import { z } from 'zod';

/** Control characters, line separators, and what turns the direction of text round: a name must not rearrange the page around it. */
const misleading = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
/** Drawn as nothing, although some of them count as letters; U+2800 is the empty Braille pattern. */
const unseen = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * A name that people give to themselves or to a thing: any script, something to see, `max` characters (not code units).
 * @param words what to say when there is nothing to see, and the thing in "… has at most 100 characters"
 */
export function nameOf(words: { missing: string; thing: string }, max: number) {
  return z
    .string()
    .trim()
    .superRefine((name, context) => {
      const refuse = (message: string) => context.addIssue({ code: 'custom', message });
      if ([...name].length > max) return refuse(`${words.thing} has at most ${max} characters`);
      if (!visible.test(name.replace(unseen, ''))) return refuse(words.missing);
      if (misleading.test(name)) refuse(`${words.thing} cannot hold control characters or turn the direction of text`);
    });
}
