import type { CaptchaProvider, CaptchaPurpose } from '@clearframe/contract';
import { loadScript, scriptAddress } from './remote-script.ts';

/** Providers that draw a box of their own, and the one that only gives a score. */
export type WidgetProvider = 'recaptcha' | 'hcaptcha' | 'turnstile';
export type RemoteProvider = WidgetProvider | 'recaptcha-v3';

export const providerNames: Record<RemoteProvider, string> = {
  recaptcha: 'Google reCAPTCHA',
  'recaptcha-v3': 'Google reCAPTCHA',
  hcaptcha: 'hCaptcha',
  turnstile: 'Cloudflare Turnstile',
};

export const isRemote = (provider: CaptchaProvider): provider is RemoteProvider => provider in providerNames;

/** What the server says about the provider, and for which form. */
export type RemotePlan = { provider: RemoteProvider; siteKey: string; scriptUrl: string; purpose: CaptchaPurpose };

type RenderOptions = Record<string, unknown>;
type WidgetId = string | number;
/** The part of the providers' own scripts that all of them have; Google's has no `remove`. */
type WidgetScript = {
  render(container: HTMLElement, options: RenderOptions): WidgetId | undefined;
  remove?(id: WidgetId): void;
};
type GoogleScript = WidgetScript & {
  ready(then: () => void): void;
  execute(siteKey: string, options: { action: string }): PromiseLike<string>;
};

declare global {
  interface Window {
    grecaptcha?: GoogleScript;
    hcaptcha?: WidgetScript;
    turnstile?: WidgetScript;
  }
}

const parametersOf = ({ provider, siteKey }: RemotePlan): Record<string, string> => {
  if (provider === 'recaptcha-v3') return { render: siteKey };
  // hCaptcha would else also call itself grecaptcha.
  return provider === 'hcaptcha' ? { render: 'explicit', recaptchacompat: 'off' } : { render: 'explicit' };
};

async function loadGoogle(plan: RemotePlan): Promise<GoogleScript> {
  await loadScript(scriptAddress(plan.scriptUrl, parametersOf(plan)));
  const google = window.grecaptcha;
  if (!google) throw new Error('The script is not that of reCAPTCHA');
  await new Promise<void>((resolve) => google.ready(resolve));
  return google;
}

async function loadWidget(plan: RemotePlan): Promise<WidgetScript> {
  if (plan.provider === 'recaptcha') return loadGoogle(plan);
  await loadScript(scriptAddress(plan.scriptUrl, parametersOf(plan)));
  const script = plan.provider === 'hcaptcha' ? window.hcaptcha : window.turnstile;
  if (!script) throw new Error(`The script is not that of ${providerNames[plan.provider]}`);
  return script;
}

export type WidgetEvents = { onToken: (token: string) => void; onExpired: () => void; onFailed: () => void };
export type WidgetLook = { theme: 'light' | 'dark'; size: 'normal' | 'compact' };

/**
 * Draws the provider's box into an element of ours.
 * @returns takes it away again; rejects when the script cannot be loaded
 */
export async function drawWidget(
  plan: RemotePlan,
  container: HTMLElement,
  look: WidgetLook,
  events: WidgetEvents,
): Promise<() => void> {
  const script = await loadWidget(plan);
  const id = script.render(container, {
    sitekey: plan.siteKey,
    ...look,
    callback: events.onToken,
    'expired-callback': events.onExpired,
    'error-callback': () => {
      events.onFailed();
      // Turnstile logs the error itself unless it is told that somebody took care of it.
      return true;
    },
    ...(plan.provider === 'turnstile' ? { action: plan.purpose, retry: 'never', 'response-field': false } : {}),
  });
  return () => {
    if (id !== undefined) script.remove?.(id);
  };
}

/** A token of reCAPTCHA v3 for this form; nobody has to do anything. It rejects when the script cannot be loaded. */
export async function scoreToken(plan: RemotePlan): Promise<string> {
  const google = await loadGoogle(plan);
  return google.execute(plan.siteKey, { action: plan.purpose });
}
