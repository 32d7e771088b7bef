import { AppError } from '@clearframe/contract';
import type Stripe from 'stripe';
import { z } from 'zod';
import { callTimeoutMs } from './call-provider.ts';
import type { RemoteProviderContext } from './remote-provider-context.ts';

/** What of the SDK's errors may be told: their messages can hold what was sent. */
const Fault = z.object({ type: z.string().optional(), code: z.string().optional(), statusCode: z.number().optional() });

export type StripeCalls = {
  sdk(): Promise<Stripe>;
  /** One call. @throws AppError payment_provider_away for whatever goes wrong */
  call<T>(what: string, run: (stripe: Stripe) => Promise<T>): Promise<T>;
  /** The same, with null when Stripe has no such thing. */
  find<T>(what: string, run: (stripe: Stripe) => Promise<T>): Promise<T | null>;
};

/** The official SDK, loaded when it is first needed: it is large, and most servers never ask Stripe anything. */
export function createStripeCalls({ settings, calls }: RemoteProviderContext<'stripe'>): StripeCalls {
  let loading: Promise<Stripe> | undefined;
  const load = async (): Promise<Stripe> => {
    const { default: Sdk } = await import('stripe');
    const base = settings.apiUrl === null ? null : new URL(settings.apiUrl);
    const isHttp = base?.protocol === 'http:';
    return new Sdk(settings.secretKey, {
      ...(base ? { host: base.hostname, port: base.port || (isHttp ? 80 : 443), protocol: isHttp ? 'http' : 'https' } : {}),
      // Every POST carries a key by which Stripe does it once; what still fails is tried again by our own jobs.
      maxNetworkRetries: 1,
      timeout: calls?.timeoutMs ?? callTimeoutMs,
      telemetry: false,
    });
  };
  const sdk = () => {
    loading ??= load();
    return loading;
  };
  const faultOf = (error: unknown) => {
    const { type = 'error', code = '', statusCode = '' } = Fault.safeParse(error).data ?? {};
    return { isMissing: code === 'resource_missing', detail: `${type} ${code} ${statusCode}`.trim() };
  };
  async function attempt<T>(what: string, run: (stripe: Stripe) => Promise<T>): Promise<{ found: T } | null> {
    try {
      return { found: await run(await sdk()) };
    } catch (error) {
      const { isMissing, detail } = faultOf(error);
      if (isMissing) return null;
      throw new AppError('payment_provider_away', { detail: `${what}: ${detail}` });
    }
  }
  return {
    sdk,
    async call(what, run) {
      const answer = await attempt(what, run);
      if (!answer) throw new AppError('payment_provider_away', { detail: `${what}: resource_missing` });
      return answer.found;
    },
    async find(what, run) {
      return (await attempt(what, run))?.found ?? null;
    },
  };
}
