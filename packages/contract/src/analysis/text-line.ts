import { z } from 'zod';

const Corner = z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) });

/** A line of writing that was read in a picture. */
export const TextLine = z.object({
  text: z.string(),
  /** How sure the reading is, 0…1. */
  confidence: z.number().min(0).max(1),
  /**
   * Where it stands: four corners, clockwise from the upper left as the writing runs, as shares of the picture's width and height.
   * null when it stands in another frame than the one that is shown.
   */
  corners: z.tuple([Corner, Corner, Corner, Corner]).nullable(),
});
export type TextLine = z.infer<typeof TextLine>;

/** Whether writing was looked for. Absent in results from before there was the choice, in which it was. */
export const WritingCoverage = z.enum(['read', 'not_read']);
export type WritingCoverage = z.infer<typeof WritingCoverage>;
