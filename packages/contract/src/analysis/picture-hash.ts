import { z } from 'zod';

/** A PDQ hash: 256 bits as 64 hexadecimal digits, as lists of known pictures hold them. */
export const PdqDigits = z.string().regex(/^[0-9a-f]{64}$/, 'A PDQ hash has 64 hexadecimal digits');
export type PdqDigits = z.infer<typeof PdqDigits>;

/** What a picture can be recognised by, also after it was made smaller, stored anew or mirrored. */
export const PictureHash = z.object({
  pdq: PdqDigits,
  /** The hash of the same picture seen in a mirror. */
  mirrored: PdqDigits,
  /** How much there is to recognise, 0…100; under 50 it is too little to tell pictures apart. */
  quality: z.int().min(0).max(100),
});
export type PictureHash = z.infer<typeof PictureHash>;
