/** An upright picture of three bytes a pixel (sRGB: red, green, blue), row by row, without transparency. */
export type Pixels = { data: Uint8Array; width: number; height: number };

/** Longest side to which pictures are decoded, in pixels: what the display copy needs. The classifier reads from the same pixels. */
export const DISPLAY_SIDE = 1600;
