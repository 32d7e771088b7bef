import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { painted, paintFirst } from './paint-first.ts';

/** A window whose frames and events the test makes. */
function fakeWindow() {
  const window = new EventTarget();
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('window', window);
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.splice(id - 1, 1));
  return {
    press: () => window.dispatchEvent(new Event('keydown')),
    goBack: () => window.dispatchEvent(new Event('popstate')),
    paint: () => {
      for (const frame of frames.splice(0)) frame(0);
      vi.advanceTimersByTime(0);
    },
  };
}

describe('paintFirst', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('MED-05 draws at once and does the rest once that is painted', async () => {
    const { paint } = fakeWindow();
    const done: string[] = [];
    paintFirst(() => done.push('drawn'), { follow: () => done.push('followed'), cancel: () => done.push('dropped') });
    void painted()?.then(() => done.push('called'));
    expect(done).toEqual(['drawn']);
    paint();
    await Promise.resolve();
    expect(done).toEqual(['drawn', 'followed', 'called']);
    expect(painted()).toBeNull();
  });

  it('MED-05 does the rest before the next key, and once', () => {
    const { paint, press } = fakeWindow();
    const [follow, cancel] = [vi.fn(), vi.fn()];
    paintFirst(() => undefined, { follow, cancel });
    press();
    expect(follow).toHaveBeenCalledTimes(1);
    paint();
    press();
    expect(follow).toHaveBeenCalledTimes(1);
  });

  it('MED-05 leads nobody on who went back meanwhile, and holds no call up for it', async () => {
    const { goBack, paint } = fakeWindow();
    const [follow, cancel] = [vi.fn(), vi.fn()];
    const called = vi.fn();
    paintFirst(() => undefined, { follow, cancel });
    void painted()?.then(called);
    goBack();
    paint();
    await Promise.resolve();
    expect(follow).not.toHaveBeenCalled();
    expect(cancel).toHaveBeenCalledTimes(1);
    expect(called).toHaveBeenCalledTimes(1);
  });

  it('MED-05 waits no longer than a moment for a window that paints nothing', () => {
    fakeWindow();
    const [follow, cancel] = [vi.fn(), vi.fn()];
    paintFirst(() => undefined, { follow, cancel });
    vi.advanceTimersByTime(200);
    expect(follow).toHaveBeenCalledTimes(1);
  });
});
