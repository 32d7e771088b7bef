import { describe, expect, it } from 'vitest';
import { shortcutWords } from './shortcut-words.ts';
import { actionOf, isTaken, type KeyPress } from './shortcuts.ts';

const press = (key: string, parts: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  isComposing: false,
  ...parts,
});
const focus = (html: string) => ({ matches: (selector: string) => selector.split(', ').includes(html) });

describe('shortcuts of Content Review', () => {
  it('MED-05 knows the keys, with Caps Lock too', () => {
    expect(['j', 'k', 'p', 'f', 'r', 'u', 'x', 'n', 'Enter', 'Escape', '?', 'P'].map((key) => actionOf(press(key)))).toEqual([
      'next',
      'previous',
      'pass',
      'fail',
      'reveal',
      'undo',
      'select',
      'note',
      'open',
      'back',
      'help',
      'pass',
    ]);
    expect(['a', ' ', 'Tab', 'ArrowDown', 'constructor'].map((key) => actionOf(press(key)))).toEqual(
      Array.from({ length: 5 }, () => null),
    );
  });

  it('MED-05 leaves keys with a modifier to the browser, but takes the question mark with Shift', () => {
    for (const modifier of ['ctrlKey', 'metaKey', 'altKey', 'shiftKey', 'isComposing'] as const)
      expect(actionOf(press('p', { [modifier]: true })), modifier).toBeNull();
    expect(actionOf(press('?', { shiftKey: true }))).toBe('help');
  });

  it('MED-05 goes on while J is held, but decides once', () => {
    expect(['j', 'k', 'p', 'f', 'u'].map((key) => actionOf(press(key, { repeat: true })))).toEqual([
      'next',
      'previous',
      null,
      null,
      null,
    ]);
  });

  it('MED-05 leaves text to whoever types it, and Enter to the control that has the focus', () => {
    expect([focus('textarea'), focus('select'), focus('[contenteditable]')].map((at) => isTaken(at, 'pass'))).toEqual([
      true,
      true,
      true,
    ]);
    expect([isTaken(focus('a'), 'pass'), isTaken(focus('a'), 'open'), isTaken(focus('button'), 'open')]).toEqual([
      false,
      true,
      true,
    ]);
    expect(isTaken(null, 'pass')).toBe(false);
    // A slider takes arrows, not letters.
    const slider = { matches: (selector: string) => !selector.includes(':not([type=range])') };
    expect(isTaken(slider, 'nextHit')).toBe(false);
    // So does a reason that was chosen by the pointer, where P, F and digits go on.
    const reason = { matches: (selector: string) => !selector.includes(':not([type=radio])') };
    expect([isTaken(reason, 'fail'), isTaken(reason, 'reason')]).toEqual([false, false]);
  });

  it('selects a range with Shift and the page with Ctrl or Cmd, and leaves those keys to fields', () => {
    expect(actionOf(press('X', { shiftKey: true }))).toBe('selectRange');
    expect([actionOf(press('a', { ctrlKey: true })), actionOf(press('a', { metaKey: true }))]).toEqual([
      'selectPage',
      'selectPage',
    ]);
    expect(actionOf(press('A', { ctrlKey: true, shiftKey: true }))).toBeNull();
    // A German keyboard makes it with Shift.
    expect([actionOf(press('/')), actionOf(press('/', { shiftKey: true }))]).toEqual(['search', 'search']);
    expect(isTaken(focus('textarea'), 'selectPage')).toBe(true);
  });

  it('API-04 steps by a frame with Shift, on English and German keyboards, and goes on while held', () => {
    const shift = (key: string, repeat = false) => actionOf(press(key, { shiftKey: true, repeat }));
    expect([shift('>'), shift('<'), shift(':'), shift(';'), shift('>', true)]).toEqual([
      'nextFrame',
      'previousFrame',
      'nextFrame',
      'previousFrame',
      'nextFrame',
    ]);
    // Its own key there, without Shift.
    expect(actionOf(press('<'))).toBeNull();
    expect(shift('X', true)).toBeNull();
  });

  it('lists every key once', () => {
    const single = shortcutWords.filter(({ keys: [first] }) => first !== 'Shift' && first !== 'Ctrl' && first !== 'G');
    const keys = single.flatMap((shortcut) => shortcut.keys);
    expect(new Set(keys).size).toBe(keys.length);
    const named: Record<string, string> = { '↵': 'Enter', Esc: 'Escape' };
    for (const key of keys) expect(actionOf(press(named[key] ?? key)), key).not.toBeNull();
  });
});
