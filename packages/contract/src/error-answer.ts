import { z } from 'zod';

export const FieldError = z.object({ path: z.string(), message: z.string() });
export type FieldError = z.infer<typeof FieldError>;

/** What a refusal holds. Its sentences and statuses: errors.ts. */
export const ErrorAnswer = z.object({
  status: z.literal('error'),
  message: z.string(),
  data: z.null(),
  code: z.string().optional(),
  errors: z.array(FieldError).optional(),
});
export type ErrorAnswer = z.infer<typeof ErrorAnswer>;
