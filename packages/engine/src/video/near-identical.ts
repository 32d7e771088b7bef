import { CLASSIFIER_SIZE } from '../classifier/classifier.ts';

/** Blocks a side: 28 × 28 of the classifier's pixels each, so that a small change in one place is not lost in the whole. */
const BLOCKS = 8;
const BLOCK_SIDE = CLASSIFIER_SIZE / BLOCKS;
/**
 * Mean difference of a colour value (0…255) in the most different block. Among 27 fixtures, compressed again or with noise, the
 * score that moved most moved by 0.026 where pictures differ by up to 0.4, by 0.046 up to 0.5, by 0.11 at 1 and by 0.37 at 2. A
 * scene that stands still differs by 0 to 0.4 from second to second in H.264, HEVC and AV1.
 */
const DIFFERENCE_MAX = 0.4;

/**
 * Whether two pictures look the same, so that the classifier need not see the second. Takes 0.2 ms, the classifier 8.
 * @param one RGB bytes of 224 × 224 pixels, as is the other
 */
export function isNearIdentical(one: Uint8Array, other: Uint8Array): boolean {
  const limit = DIFFERENCE_MAX * BLOCK_SIDE * BLOCK_SIDE * 3;
  const stride = CLASSIFIER_SIZE * 3;
  const width = BLOCK_SIDE * 3;
  for (let block = 0; block < BLOCKS * BLOCKS; block++) {
    const start = Math.floor(block / BLOCKS) * BLOCK_SIDE * stride + (block % BLOCKS) * width;
    let difference = 0;
    for (let row = 0; row < BLOCK_SIDE; row++) {
      const from = start + row * stride;
      for (let at = from; at < from + width; at++) difference += Math.abs((one[at] ?? 0) - (other[at] ?? 0));
    }
    if (difference > limit) return false;
  }
  return true;
}
