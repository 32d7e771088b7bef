import type { Config } from '../config.ts';

/** The providers that are asked over the network. `recaptcha` is version 2, the box to tick. */
export const remoteProviders = ['recaptcha', 'recaptcha-v3', 'hcaptcha', 'turnstile'] as const;
export type RemoteProvider = (typeof remoteProviders)[number];

/** Sources that a page's Content-Security-Policy has to allow, by directive. */
export type PageSources = { script: string[]; frame: string[]; style: string[]; connect: string[] };

type ProviderFacts = {
  verifyUrl: string;
  /** The page loads it, with parameters that ask it to draw nothing by itself. */
  scriptUrl: string;
  /** Tokens are some hundred characters to a few thousand; only Turnstile documents a limit. */
  tokenMaxLength: number;
  /** Whether the answer names the purpose that the page asked for. */
  hasAction: boolean;
  /** Whether the answer is a score, and success alone says nothing. */
  hasScore: boolean;
  sources: PageSources;
};

const google = {
  verifyUrl: 'https://www.google.com/recaptcha/api/siteverify',
  scriptUrl: 'https://www.google.com/recaptcha/api.js',
  tokenMaxLength: 8_192,
  // developers.google.com/recaptcha/docs/faq: the directives it names.
  sources: {
    script: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
    frame: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
    style: [],
    connect: [],
  },
};
const hcaptchaHosts = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];
const turnstileHosts = ['https://challenges.cloudflare.com'];

/** What each provider documents: its addresses, what its answers hold, and what a page must allow it. */
export const providerFacts: Record<RemoteProvider, ProviderFacts> = {
  recaptcha: { ...google, hasAction: false, hasScore: false },
  'recaptcha-v3': { ...google, hasAction: true, hasScore: true },
  hcaptcha: {
    verifyUrl: 'https://api.hcaptcha.com/siteverify',
    scriptUrl: 'https://js.hcaptcha.com/1/api.js',
    tokenMaxLength: 8_192,
    hasAction: false,
    hasScore: false,
    // docs.hcaptcha.com, "Content-Security-Policy Settings".
    sources: { script: hcaptchaHosts, frame: hcaptchaHosts, style: hcaptchaHosts, connect: hcaptchaHosts },
  },
  turnstile: {
    verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    scriptUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    tokenMaxLength: 2_048,
    hasAction: true,
    hasScore: false,
    // developers.cloudflare.com/turnstile/reference/content-security-policy
    sources: { script: turnstileHosts, frame: turnstileHosts, style: [], connect: [] },
  },
};

/** The remote provider that the configuration names, or null. */
export function remoteProviderOf({ captcha }: Pick<Config, 'captcha'>): RemoteProvider | null {
  return captcha === 'altcha' || captcha === 'off' ? null : captcha;
}

/**
 * What pages have to allow for the configured captcha: nothing at all unless a remote one is chosen. A script from another
 * address (recaptcha.net, a mirror) takes the place of the provider's own.
 */
export function captchaSources(config: Pick<Config, 'captcha' | 'captchaScriptUrl'>): PageSources {
  const provider = remoteProviderOf(config);
  if (!provider) return { script: [], frame: [], style: [], connect: [] };
  const { sources, scriptUrl } = providerFacts[provider];
  if (!config.captchaScriptUrl) return sources;
  const own = new URL(scriptUrl).origin;
  const mirror = new URL(config.captchaScriptUrl).origin;
  const moved = (list: readonly string[]): string[] => {
    const replaced = list.map((source) => source.replace(own, mirror));
    return list.length === 0 || replaced.some((source) => source.startsWith(mirror)) ? replaced : [...replaced, mirror];
  };
  return {
    script: moved(sources.script),
    frame: moved(sources.frame),
    style: moved(sources.style),
    connect: moved(sources.connect),
  };
}
