import { z } from 'zod';

/** What the library answers to `complete`, `fail` and `touch`. Its types leave it out. */
const CommandAnswer = z.object({ affected: z.number() });

/** How many jobs a statement of the library changed: none when the claim that it named is gone. */
export const rowsTouched = (answer: unknown): number => CommandAnswer.parse(answer).affected;
