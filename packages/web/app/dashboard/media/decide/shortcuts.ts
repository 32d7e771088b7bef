/** What a key does on the pages of Content Review. */
export type ReviewAction =
  | 'next'
  | 'previous'
  | 'pass'
  | 'fail'
  | 'reveal'
  | 'open'
  | 'undo'
  | 'select'
  | 'selectRange'
  | 'selectPage'
  | 'search'
  | 'note'
  | 'reason'
  | 'back'
  | 'help'
  | 'zoom'
  | 'zoomIn'
  | 'zoomOut'
  | 'fit'
  | 'turn'
  | 'compare'
  | 'mirror'
  | 'nextHit'
  | 'previousHit'
  | 'nextFrame'
  | 'previousFrame';

const actions = new Map<string, ReviewAction>([
  ['j', 'next'],
  ['k', 'previous'],
  ['p', 'pass'],
  ['f', 'fail'],
  ['r', 'reveal'],
  ['u', 'undo'],
  ['x', 'select'],
  ['n', 'note'],
  ['Enter', 'open'],
  ['Escape', 'back'],
  ['?', 'help'],
  ['/', 'search'],
  ['z', 'zoom'],
  ['+', 'zoomIn'],
  ['=', 'zoomIn'],
  ['-', 'zoomOut'],
  ['0', 'fit'],
  ['t', 'turn'],
  ['c', 'compare'],
  ['m', 'mirror'],
  ['.', 'nextHit'],
  [',', 'previousHit'],
  ...Array.from({ length: 9 }, (_, index) => [String(index + 1), 'reason'] as const),
]);

/** What Shift makes of the keys of flagged seconds, on English, German and like keyboards. */
const shifted = new Map<string, ReviewAction>([
  ['x', 'selectRange'],
  ['>', 'nextFrame'],
  [':', 'nextFrame'],
  ['<', 'previousFrame'],
  [';', 'previousFrame'],
]);

/** Held down, these go on; a decision is one press. */
const repeatable: ReviewAction[] = [
  'next',
  'previous',
  'nextHit',
  'previousHit',
  'nextFrame',
  'previousFrame',
  'zoomIn',
  'zoomOut',
];

export type KeyPress = {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  repeat: boolean;
  /** An input method composes a character. */
  isComposing: boolean;
};

/** Signs that some keyboards make with Shift. */
const signs = ['?', '/', '+', '=', '0'];

/** What a press means, or null: keys with a modifier belong to the browser, but for those that select. */
export function actionOf(press: KeyPress): ReviewAction | null {
  if (press.altKey || press.isComposing) return null;
  const key = press.key.toLowerCase();
  if (press.ctrlKey || press.metaKey) return key === 'a' && !press.shiftKey ? 'selectPage' : null;
  const isLetter = press.key.length === 1 && !signs.includes(press.key);
  const withShift = isLetter && press.shiftKey;
  const action = withShift ? shifted.get(key) : actions.get(isLetter ? key : press.key);
  if (action === undefined || (press.repeat && !repeatable.includes(action))) return null;
  return action;
}

/** Where a press is text, or belongs to the control that has the focus. */
export function isTaken(element: { matches: (selector: string) => boolean } | null, action: ReviewAction): boolean {
  if (element === null) return false;
  if (element.matches('input:not([type=checkbox]):not([type=range]), textarea, select, [contenteditable]')) return true;
  return action === 'open' && element.matches('a, button, input, summary');
}

/** The list of the "?" dialog. */
export const shortcutWords: { keys: string[]; words: string; on: 'both' | 'list' | 'detail' }[] = [
  { keys: ['J', 'K'], words: 'Next, previous', on: 'both' },
  { keys: ['P'], words: 'Pass', on: 'both' },
  { keys: ['F'], words: 'Fail', on: 'both' },
  { keys: ['U'], words: 'Undo the last decision', on: 'both' },
  { keys: ['R'], words: 'Reveal or hide', on: 'both' },
  { keys: ['1', '9'], words: 'The first to the ninth reason for a Fail', on: 'detail' },
  { keys: ['N'], words: 'Write a note', on: 'detail' },
  { keys: ['Esc'], words: 'Back to the list, or nothing selected', on: 'both' },
  { keys: ['.', ','], words: 'Next, previous flagged second of a video', on: 'detail' },
  { keys: ['Shift', '.', ','], words: 'One frame on, one back', on: 'detail' },
  { keys: ['Z'], words: 'Open the picture large; there, its own size or fit', on: 'detail' },
  { keys: ['+', '-', '0'], words: 'Zoom in, out or to fit, in the large picture', on: 'detail' },
  { keys: ['T'], words: 'Turn the large picture; arrow keys move it', on: 'detail' },
  { keys: ['C'], words: 'Compare with the known picture that it matches', on: 'detail' },
  { keys: ['M'], words: 'Mirror the known picture, while you compare; P, F and J act there too', on: 'detail' },
  { keys: ['X'], words: 'Select for a decision on several', on: 'list' },
  { keys: ['Shift', 'X'], words: 'Select up to here, like Shift and a click', on: 'list' },
  { keys: ['Ctrl', 'A'], words: 'Select the whole page', on: 'list' },
  { keys: ['/'], words: 'Search', on: 'list' },
  { keys: ['↵'], words: 'Open', on: 'list' },
  { keys: ['Ctrl', 'K'], words: 'Search or jump to anything', on: 'both' },
  { keys: ['G', 'R'], words: 'Content Review; other letters open other pages', on: 'both' },
  { keys: ['?'], words: 'This list', on: 'both' },
];
