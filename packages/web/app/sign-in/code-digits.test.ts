import { describe, expect, it } from 'vitest';
import { emptyCode, enterDigits, eraseBefore } from './code-digits.ts';

describe('code digits', () => {
  it('AUTH-03 takes a digit and moves on', () => {
    expect(enterDigits(emptyCode, 0, '4')).toEqual({ boxes: ['4', '', '', '', ''], focus: 1 });
    expect(enterDigits(['1', '2', '3', '4', ''], 4, '5')).toEqual({ boxes: ['1', '2', '3', '4', '5'], focus: 4 });
  });

  it('AUTH-03 drops everything but digits', () => {
    expect(enterDigits(emptyCode, 0, 'x')).toEqual({ boxes: emptyCode, focus: 0 });
    expect(enterDigits(emptyCode, 1, ' 4-0 7 ')).toEqual({ boxes: ['', '4', '0', '7', ''], focus: 4 });
  });

  it('AUTH-03 fills all boxes from one paste, wherever it lands, and drops what is too long', () => {
    const whole = { boxes: ['4', '0', '7', '1', '9'], focus: 4 };
    expect(enterDigits(emptyCode, 0, '40719')).toEqual(whole);
    expect(enterDigits(['1', '', '', '', ''], 3, 'Your code: 407 19')).toEqual(whole);
    expect(enterDigits(emptyCode, 0, '4071988')).toEqual(whole);
  });

  it('replaces the digit of a full box, whichever side the new one was typed on', () => {
    const boxes = ['4', '0', '', '', ''];
    expect(enterDigits(boxes, 1, '07').boxes).toEqual(['4', '7', '', '', '']);
    expect(enterDigits(boxes, 1, '70').boxes).toEqual(['4', '7', '', '', '']);
    expect(enterDigits(boxes, 1, '00').boxes).toEqual(['4', '0', '', '', '']);
  });

  it('empties a box in place', () => {
    expect(enterDigits(['4', '0', '', '', ''], 1, '')).toEqual({ boxes: ['4', '', '', '', ''], focus: 1 });
  });

  it('AUTH-03 moves back on Backspace in an empty box', () => {
    expect(eraseBefore(['4', '0', '', '', ''], 2)).toEqual({ boxes: ['4', '', '', '', ''], focus: 1 });
    expect(eraseBefore(['4', '0', '', '', ''], 1)).toBeNull();
    expect(eraseBefore(emptyCode, 0)).toBeNull();
  });
});
