import { monoFontLinks } from '../mono-font.ts';
import { pageMeta } from '../page-meta.ts';
import { Faq, faqData } from '../public/faq.tsx';
import { Comparison } from '../public/pricing/comparison.tsx';
import { Estimator } from '../public/pricing/estimator.tsx';
import { PlanCards } from '../public/pricing/plan-cards.tsx';
import pricingStyles from '../public/pricing/pricing.module.css';
import { pricingQuestions } from '../public/pricing/questions.ts';
import { productData } from '../public/product-data.ts';
import sectionStyles from '../public/section.module.css';
import { staticPage } from '../static-page.ts';

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
      <div className={`page-width ${pricingStyles.top}`}>
        <div>
          <h1>Pay for frames, nothing else</h1>
          <p className={sectionStyles.lead} data-slot="section-lead">
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
