import { afterEach, describe, expect, it, vi } from 'vitest';
import { drawWidget, type RemotePlan, scoreToken, type WidgetProvider } from './remote-providers.ts';
import { loadScript } from './remote-script.ts';

vi.mock('./remote-script.ts', async (original) => ({
  ...(await original<object>()),
  loadScript: vi.fn(async () => undefined),
}));

const planOf = (provider: RemotePlan['provider']): RemotePlan => ({
  provider,
  siteKey: 'site-key',
  scriptUrl: 'https://provider.example/api.js',
  purpose: 'forgot',
});
const address = () => new URL(vi.mocked(loadScript).mock.calls.at(-1)?.[0] ?? '').searchParams;
const events = { onToken: vi.fn(), onExpired: vi.fn(), onFailed: vi.fn() };
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const globals: Record<WidgetProvider, string> = { recaptcha: 'grecaptcha', hcaptcha: 'hcaptcha', turnstile: 'turnstile' };

describe.each(['recaptcha', 'hcaptcha', 'turnstile'] as const)('the box of %s', (provider) => {
  const render = vi.fn((_container: unknown, _options: Record<string, unknown>) => 0);
  const remove = vi.fn();
  const script = { render, remove, ready: (then: () => void) => then() };
  const draw = async () => {
    vi.stubGlobal('window', { [globals[provider]]: script });
    const container: HTMLElement = Object.create(null);
    return drawWidget(planOf(provider), container, { theme: 'dark', size: 'compact' }, events);
  };

  it('AUTH-05 is drawn by the provider’s own script, which draws nothing by itself', async () => {
    const take = await draw();
    expect(address().get('render')).toBe('explicit');
    expect(address().get('recaptchacompat')).toBe(provider === 'hcaptcha' ? 'off' : null);
    const [, options] = render.mock.calls[0] ?? [];
    expect(options).toMatchObject({ sitekey: 'site-key', theme: 'dark', size: 'compact', callback: events.onToken });
    expect(options?.action).toBe(provider === 'turnstile' ? 'forgot' : undefined);
    expect(options?.['expired-callback']).toBe(events.onExpired);
    const failed = options?.['error-callback'];
    if (typeof failed === 'function') failed('110200');
    expect(events.onFailed).toHaveBeenCalledOnce();
    take();
    // The first box has the id 0.
    expect(remove).toHaveBeenCalledWith(0);
  });

  it('AUTH-05 is refused when the script is another one', async () => {
    vi.stubGlobal('window', {});
    await expect(drawWidget(planOf(provider), Object.create(null), { theme: 'light', size: 'normal' }, events)).rejects.toThrow(
      'not that of',
    );
  });
});

it('AUTH-05 asks reCAPTCHA v3 for a token of this form', async () => {
  const execute = vi.fn(async () => 'token');
  vi.stubGlobal('window', { grecaptcha: { execute, ready: (then: () => void) => then() } });
  expect(await scoreToken(planOf('recaptcha-v3'))).toBe('token');
  expect(address().get('render')).toBe('site-key');
  expect(execute).toHaveBeenCalledWith('site-key', { action: 'forgot' });
});
