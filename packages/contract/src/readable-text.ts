import { z } from 'zod';

/** Lines are fine; other control characters and halves of a surrogate pair cannot be stored or read. */
const readable = /^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u;

/** Text of several lines that may be empty. */
// No pattern in the reference: readers of a JSON Schema take it without the flag that knows classes of characters.
export const readableText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((value) => readable.test(value), 'It holds characters that cannot be shown');
