import { describe, expect, it, vi } from 'vitest';
import { createLiveStream, OPENS_WITHIN_MS, type Source } from './live-stream.ts';

const mediaId = '6f1c2a7e-0b54-4d0a-9c3e-1f2a3b4c5d6e';
const updated = JSON.stringify({ type: 'media.updated', media_id: mediaId });

function setUp(renew: () => Promise<boolean> = async () => true) {
  const sources: (Source & { fire: (type: string, data?: string) => void; readyState: number; closed: boolean })[] = [];
  const pauses: { delayMs: number; task: () => void; cancelled: boolean }[] = [];
  const onBreak = vi.fn();
  const clock = { nowMs: 0 };
  const stream = createLiveStream({
    open() {
      const handlers = new Map<string, (event: { data?: unknown }) => void>();
      const source = {
        readyState: 1,
        closed: false,
        addEventListener: (type: string, listener: (event: { data?: unknown }) => void) => void handlers.set(type, listener),
        close() {
          source.closed = true;
        },
        fire: (type: string, data?: string) => handlers.get(type)?.({ data }),
      };
      sources.push(source);
      return source;
    },
    renew,
    onBreak,
    nowMs: () => clock.nowMs,
    after(delayMs, task) {
      const pause = { delayMs, task, cancelled: false };
      pauses.push(pause);
      return () => {
        pause.cancelled = true;
      };
    },
  });
  const refuse = (index: number) => {
    const source = sources[index];
    if (!source) throw new Error('no such source');
    source.readyState = 2;
    source.fire('error');
  };
  return { stream, sources, pauses, refuse, onBreak, clock };
}

describe('createLiveStream', () => {
  it('UP-05 shares one connection and closes it with the last listener', () => {
    const { stream, sources } = setUp();
    const first = vi.fn();
    const second = vi.fn();
    const leaveFirst = stream.subscribe({ onEvent: first });
    const leaveSecond = stream.subscribe({ onEvent: second });
    sources[0]?.fire('media.updated', updated);
    expect(sources).toHaveLength(1);
    expect(first).toHaveBeenCalledWith({ type: 'media.updated', media_id: mediaId });
    expect(second).toHaveBeenCalledTimes(1);
    leaveFirst();
    expect(sources[0]?.closed).toBe(false);
    leaveSecond();
    expect(sources[0]?.closed).toBe(true);
  });

  it('UP-05 drops what is no event of the contract', () => {
    const { stream, sources } = setUp();
    const onEvent = vi.fn();
    stream.subscribe({ onEvent });
    sources[0]?.fire('media.updated', 'not json');
    sources[0]?.fire('media.stage', JSON.stringify({ type: 'media.stage', media_id: mediaId, upload_id: null, stage: 'lunch' }));
    expect(onEvent).not.toHaveBeenCalled();
  });

  it('UP-05 says when the line is back after a break, not when it opens first', () => {
    const { stream, sources } = setUp();
    const onReconnect = vi.fn();
    stream.subscribe({ onEvent: () => {}, onReconnect });
    sources[0]?.fire('open');
    expect(onReconnect).not.toHaveBeenCalled();
    sources[0]?.fire('error');
    sources[0]?.fire('open');
    expect(onReconnect).toHaveBeenCalledTimes(1);
  });

  it('UP-05 says when its line took longer to open than it had said', () => {
    const { stream, sources, clock } = setUp();
    const onReconnect = vi.fn();
    stream.subscribe({ onEvent: () => {}, onReconnect });
    clock.nowMs = OPENS_WITHIN_MS + 1;
    sources[0]?.fire('open');
    expect(onReconnect).toHaveBeenCalledTimes(1);
  });

  it('UP-05 says when its line cannot tell what changed before it opened', () => {
    const { stream, sources } = setUp();
    const [onEvent, onReconnect] = [vi.fn(), vi.fn()];
    stream.subscribe({ onEvent, onReconnect });
    sources[0]?.fire('open');
    sources[0]?.fire('stream.late', JSON.stringify({ type: 'stream.late' }));
    expect(onReconnect).toHaveBeenCalledTimes(1);
    expect(onEvent).not.toHaveBeenCalled();
  });

  it('DASH-01 says when its line breaks', () => {
    const { stream, sources, onBreak } = setUp();
    const leave = stream.subscribe({ onEvent: () => {} });
    sources[0]?.fire('error');
    expect(onBreak).toHaveBeenCalledTimes(1);
    leave();
    sources[0]?.fire('error');
    expect(onBreak).toHaveBeenCalledTimes(1);
  });

  it('AUTH-09 renews the session after a refusal and opens again, each time later', async () => {
    const renew = vi.fn(async () => true);
    const { stream, sources, pauses, refuse } = setUp(renew);
    stream.subscribe({ onEvent: () => {} });
    for (let round = 0; round < 7; round += 1) {
      refuse(round);
      pauses[round]?.task();
      await expect.poll(() => sources).toHaveLength(round + 2);
    }
    expect(pauses.map((pause) => pause.delayMs)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(renew).toHaveBeenCalledTimes(7);
  });

  it('AUTH-09 stays closed when nobody is signed in any more', async () => {
    const renewed = Promise.resolve(false);
    const { stream, sources, pauses, refuse } = setUp(() => renewed);
    stream.subscribe({ onEvent: () => {} });
    refuse(0);
    pauses[0]?.task();
    await renewed;
    await Promise.resolve();
    expect(sources).toHaveLength(1);
  });

  it('UP-05 opens no connection for listeners who left during the pause', () => {
    const { stream, pauses, refuse } = setUp();
    const leave = stream.subscribe({ onEvent: () => {} });
    refuse(0);
    leave();
    expect(pauses[0]?.cancelled).toBe(true);
  });
});
