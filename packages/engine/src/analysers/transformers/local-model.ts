import { Category } from '@clearframe/contract';
import { z } from 'zod';
import type { Pixels } from '../../decode/pixels.ts';
import type { Mapped } from '../keep-highest.ts';

/** What one model says of a picture, and the numbers it was made of. */
export type Look = Mapped & { raw: Record<string, unknown> };

/** One model of a folder. It is loaded with the first picture and blocks the process while it computes. */
export type LocalModel = {
  /** Of the folder, and of what lies in it. */
  version: string;
  /** @throws Error when the model cannot be loaded, or gives what it should not */
  look(pixels: Pixels): Promise<Look>;
  close(): Promise<void>;
};

const phrases = z.array(z.string().trim().min(1).max(500)).min(1).max(100);

/** `clearframe.json`, the operator's own file in a model folder. */
export const OwnSettings = z.strictObject({
  /** The category or categories of a label; null = it stands for something harmless. */
  labels: z.record(z.string(), z.union([Category, z.array(Category), z.null()])).optional(),
  /** For CLIP: what pictures of a category look like, in words. */
  words: z.partialRecord(Category, phrases).optional(),
  /** For CLIP: what harmless pictures look like. */
  neutral: phrases.optional(),
  /** For CLIP: what likeness is multiplied by; config.json does not say what was learned. */
  logit_scale: z.number().positive().max(1000).default(100),
});
export type OwnSettings = z.infer<typeof OwnSettings>;
export const OWN_SETTINGS = 'clearframe.json';
