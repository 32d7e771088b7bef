import { limits } from '@clearframe/contract';

/** One digit or '' per box. */
export type CodeBoxes = readonly string[];

export const emptyCode: CodeBoxes = Array.from({ length: limits.verificationCodeLength }, () => '');

/**
 * What typing, pasting or autofill into one box does: everything but digits is dropped, several digits run on into the next
 * boxes, a digit typed into a full box replaces it.
 * @returns the boxes, and the box that the focus belongs to
 */
export function enterDigits(boxes: CodeBoxes, at: number, text: string): { boxes: CodeBoxes; focus: number } {
  let digits = text.replace(/\D/g, '');
  const old = boxes[at] ?? '';
  if (old !== '' && digits.length === 2) digits = digits.replace(old, '');
  if (digits === '') return { boxes: boxes.map((digit, box) => (box === at ? '' : digit)), focus: at };
  // A whole code fills the boxes from the first, wherever it was pasted.
  const from = digits.length >= boxes.length ? 0 : at;
  const filled = boxes.map((digit, box) => (box >= from ? (digits[box - from] ?? digit) : digit));
  return { boxes: filled, focus: Math.min(from + digits.length, boxes.length - 1) };
}

/** Backspace in an empty box clears the one before and moves there; null when the browser's own way is right. */
export function eraseBefore(boxes: CodeBoxes, at: number): { boxes: CodeBoxes; focus: number } | null {
  if (boxes[at] !== '' || at === 0) return null;
  return { boxes: boxes.map((digit, box) => (box === at - 1 ? '' : digit)), focus: at - 1 };
}
