import type { PageSources } from '../captcha/remote-providers.ts';
import type { Config } from '../config.ts';
import { payfastAddress } from './payfast-notification.ts';

/**
 * What pages have to allow for payments in the page: nothing unless PayFast takes them. Its script brings a style and a frame; third
 * parties report that the frame goes on to payment.payfast.io. Stripe's page is opened in place of ours, which no policy is asked about.
 */
export function paymentSources({ payfast }: Pick<Config, 'payfast'>): PageSources {
  if (!payfast) return { script: [], frame: [], style: [], connect: [] };
  const site = payfast.url ?? payfastAddress;
  const hop = payfast.url === null ? ['https://payment.payfast.io'] : [];
  return { script: [`${site}/onsite/`], frame: [site, ...hop], style: [`${site}/onsite/`], connect: [] };
}
