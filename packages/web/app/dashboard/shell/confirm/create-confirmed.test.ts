import { ClearframeError } from '@clearframe/sdk';
import { describe, expect, it, vi } from 'vitest';
import { NotConfirmed } from '../../../shared/api/not-confirmed.ts';
import { createConfirmed } from './create-confirmed.ts';

const refusal = () => new ClearframeError(403, 'Confirm your identity', { code: 'confirmation_required' });

/** A call that the server refuses until somebody confirmed. */
function sensitive(isConfirmed: () => boolean) {
  return vi.fn(async () => {
    if (!isConfirmed()) throw refusal();
    return 'done';
  });
}

describe('SEC-03 a call that needs a confirmation', () => {
  it('SEC-03 is repeated once after the confirmation, and asks only when it was refused', async () => {
    let known = false;
    const ask = vi.fn(async () => {
      known = true;
    });
    const confirmed = createConfirmed(ask);
    const send = sensitive(() => known);
    expect(await confirmed(send)).toBe('done');
    expect(send).toHaveBeenCalledTimes(2);
    expect(await confirmed(send)).toBe('done');
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('SEC-03 shares one question with calls that fail beside it', async () => {
    let known = false;
    let answer = () => {};
    const ask = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          answer = resolve;
        }),
    );
    const confirmed = createConfirmed(ask);
    const both = Promise.all([confirmed(sensitive(() => known)), confirmed(sensitive(() => known))]);
    await expect.poll(() => ask).toHaveBeenCalled();
    known = true;
    answer();
    expect(await both).toEqual(['done', 'done']);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('SEC-03 ends quietly when the question is closed, and may be asked again', async () => {
    const ask = vi.fn(() => Promise.reject(new NotConfirmed()));
    const confirmed = createConfirmed(ask);
    const send = sensitive(() => false);
    await expect(confirmed(send)).rejects.toBeInstanceOf(NotConfirmed);
    await expect(confirmed(send)).rejects.toBeInstanceOf(NotConfirmed);
    expect(ask).toHaveBeenCalledTimes(2);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('SEC-03 passes every other refusal on without a question', async () => {
    const ask = vi.fn(async () => {});
    const role = new ClearframeError(403, 'Your role does not allow this');
    await expect(createConfirmed(ask)(() => Promise.reject(role))).rejects.toBe(role);
    expect(ask).not.toHaveBeenCalled();
  });
});
