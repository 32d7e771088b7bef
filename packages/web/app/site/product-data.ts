import { plans } from '@clearframe/contract';
import { version } from '../../package.json';
import { publicOrigin } from '../shared/page/public-origin.ts';

/** The product with its plans, as schema.org describes them. No rating and no review: there is none to tell of. */
export function productData(): Record<string, unknown> {
  return {
    '@type': 'SoftwareApplication',
    name: 'Clearframe',
    description: 'Open-source image and video moderation that runs on your own server.',
    softwareVersion: version,
    license: 'https://www.apache.org/licenses/LICENSE-2.0',
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Linux, macOS',
    url: `${publicOrigin()}/`,
    image: `${publicOrigin()}/og.jpg`,
    offers: plans.map((plan) => ({
      '@type': 'Offer',
      name: plan.name,
      price: (plan.price_cents / 100).toFixed(2),
      priceCurrency: 'USD',
      url: `${publicOrigin()}/pricing`,
    })),
  };
}
