import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Analyser, AnalyserError, type AnalyserFault, type AnalyserOutside } from '../src/analysers/analyser.ts';
import { withRetries } from '../src/analysers/with-retries.ts';
import {
  type Asked,
  type FakeProvider,
  fakeClock,
  fakeInput,
  plainSend,
  type Reply,
  startFakeProvider,
} from './fake-provider.ts';

export type ProviderUnderTest = {
  create: (origin: string, parts: AnalyserOutside) => Analyser;
  /** What the provider answers to a proper request, and its refusal of any other. */
  behave: (asked: Asked) => Reply;
  /** Documented errors, with what each means here. */
  errors: readonly (readonly [what: string, reply: Reply, fault: AnalyserFault])[];
  /** How it says that it is asked too often. */
  throttled: { status: number; json: unknown };
  /** Answers of status 200 that lack a part. */
  halves: readonly (readonly [what: string, json: unknown])[];
  /** What stands nowhere in a message. */
  secrets: readonly string[];
};

/** The tests that every remote analyser passes: whatever goes wrong, there is an error that says what, and never an opinion. */
export function itNeverPassesByFailure(subject: ProviderUnderTest): {
  ask: (input?: ReturnType<typeof fakeInput>) => ReturnType<Analyser['analyse']>;
  provider: () => FakeProvider;
} {
  let provider: FakeProvider;
  beforeAll(async () => {
    provider = await startFakeProvider();
  });
  afterAll(() => provider.close());
  const never = new AbortController().signal;
  const create = (clock = fakeClock()) => subject.create(provider.origin, { send: plainSend, clock });
  const ask = (input = fakeInput()) => create().analyse(input, never);

  async function faultOf(reply: Reply): Promise<AnalyserFault> {
    provider.reply(reply);
    const ended: unknown = await ask().catch((error: unknown) => error);
    if (!(ended instanceof AnalyserError)) throw new Error(`no AnalyserError but ${JSON.stringify(ended)}`);
    for (const secret of subject.secrets) expect(ended.message).not.toContain(secret);
    return ended.fault;
  }

  it.each(subject.errors)('takes %s for what it is', async (_what, reply, fault) => {
    expect(await faultOf(reply)).toBe(fault);
  });

  it.each(subject.halves)('takes an answer for none that %s', async (_what, json) => {
    expect(await faultOf({ json })).toBe('garbage');
  });

  it.each([
    ['HTML', { text: '<html>Bad gateway</html>', headers: { 'content-type': 'text/html' } }, 'garbage'],
    ['nothing', { text: '' }, 'garbage'],
    ['null', { text: 'null' }, 'garbage'],
    ['other JSON', { json: { safe: true } }, 'garbage'],
    ['JSON that is cut off', { text: '{"status":"success","responses":[{' }, 'garbage'],
    ['a connection that breaks off', { breakOffAfter: '{"status":"success",' }, 'unreachable'],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'rejected'],
    ['HTML of a proxy', { status: 502, text: '<html>' }, 'provider'],
  ] as const)('never takes %s for an opinion', async (_what, reply, fault) => {
    expect(await faultOf(reply)).toBe(fault);
  });

  it.each([
    ['the time that was asked for', { 'retry-after': '7' }, 7_000],
    ['its own pause where none was asked for', {}, 375],
  ])('comes back after throttling, after %s', async (_what, headers, pauseMs) => {
    const clock = fakeClock();
    provider.reply({ ...subject.throttled, headers }, subject.behave);
    const analyser = create(clock);
    const opinion = await withRetries((signal) => analyser.analyse(fakeInput(), signal), {
      clock,
      tryMs: clock.tryMs,
      signal: never,
    });
    expect(Object.keys(opinion.scores).length).toBeGreaterThan(0);
    expect(clock.slept).toEqual([pauseMs]);
  });

  it('gives up with an error when it is throttled each time', async () => {
    const clock = fakeClock();
    provider.reply(subject.throttled);
    const before = provider.asked.length;
    const analyser = create(clock);
    const trying = withRetries((signal) => analyser.analyse(fakeInput(), signal), { clock, tryMs: clock.tryMs, signal: never });
    await expect(trying).rejects.toMatchObject({ fault: 'throttled' });
    expect(provider.asked.length - before).toBe(3);
  });

  it('ends with an error when no answer comes in time', async () => {
    const clock = fakeClock();
    provider.reply({ silent: true });
    const before = provider.asked.length;
    const analyser = create(clock);
    const options = { clock, tryMs: clock.tryMs, retries: 0, signal: never };
    const trying = withRetries((signal) => analyser.analyse(fakeInput(), signal), options).catch((error: unknown) => error);
    await expect.poll(() => provider.asked.length).toBe(before + 1);
    clock.pass(clock.tryMs);
    expect(await trying).toMatchObject({ name: 'AnalyserError', fault: 'timeout' });
  });

  it('says that nobody listens', async () => {
    const analyser = subject.create('http://127.0.0.1:1', { send: plainSend, clock: fakeClock() });
    await expect(analyser.analyse(fakeInput(), never)).rejects.toMatchObject({ fault: 'unreachable' });
  });

  return { ask, provider: () => provider };
}
