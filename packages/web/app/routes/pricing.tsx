import { monoFontLinks } from '../mono-font.ts';
import { pageMeta } from '../page-meta.ts';
import { Faq, faqData } from '../public/faq.tsx';
import { Comparison } from '../public/pricing/comparison.tsx';
import { Estimator } from '../public/pricing/estimator.tsx';
import { productData } from '../public/product-data.ts';
import { staticPage } from '../static-page.ts';
import '../public/pricing/pricing.css';
import { PlanCards } from '../public/pricing/plan-cards.tsx';
import { pricingQuestions } from '../public/pricing/questions.ts';

export const meta = () =>
  pageMeta({
    title: 'Pricing · Clearframe',
    description:
      'Seven plans, billed per frame: from a free trial of 15 frames to 909,091 frames a month. An image is one frame.',
    path: '/pricing',
    indexed: true,
    data: [productData(), faqData(pricingQuestions)],
  });

export const handle = staticPage;
export const links = monoFontLinks;

/** PUB-03. */
export default function Pricing() {
  return (
    <main id="main">
      <div className="wrapx pt">
        <div>
          <h1>Pay for frames, nothing else</h1>
          <p className="lead">
            An image is one frame. Video counts one frame per second. Every plan has the same model, filters, API and webhooks.
          </p>
        </div>
        <Estimator />
      </div>
      <PlanCards />
      <Comparison />
      <Faq title="Questions about billing" questions={pricingQuestions} />
    </main>
  );
}
