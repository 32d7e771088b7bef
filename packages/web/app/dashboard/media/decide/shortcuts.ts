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

/** Boxes to tick, choices and sliders take Space and arrows alone. */
const fields = 'input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select, [contenteditable]';

/** Where a press is text, or belongs to the control that has the focus. */
export function isTaken(element: { matches: (selector: string) => boolean } | null, action: ReviewAction): boolean {
  if (element === null) return false;
  if (element.matches(fields)) return true;
  return action === 'open' && element.matches('a, button, input, summary');
}
