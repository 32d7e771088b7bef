import { monoFontLinks } from '../shared/page/mono-font.ts';
import { pageMeta } from '../shared/page/page-meta.ts';
import { staticPage } from '../shared/page/static-page.ts';
import { Faq, faqData } from '../site/faq.tsx';
import { Comparison } from '../site/pricing/comparison.tsx';
import { Estimator } from '../site/pricing/estimator.tsx';
import { PlanCards } from '../site/pricing/plan-cards.tsx';
import pricingStyles from '../site/pricing/pricing.module.css';
import { pricingQuestions } from '../site/pricing/questions.ts';
import { TwoWays } from '../site/pricing/two-ways.tsx';
import { productData } from '../site/product-data.ts';
import sectionStyles from '../site/section.module.css';

export const meta = () =>
  pageMeta({
    title: 'Pricing · Clearframe',
    description:
      'Free to run yourself. On this server: seven plans, from a trial of 15 frames to 909,091 frames a month. An image is one frame.',
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
      <TwoWays />
      <div className={`page-width ${pricingStyles.top}`}>
        <div>
          <h1>Pay for frames, nothing else</h1>
          <p className={sectionStyles.lead} data-slot="section-lead">
            An image is one frame. Video counts one frame per second. Every plan runs the same engine, filters, API and webhooks.
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
