import type { Question } from '../faq.tsx';

/** PUB-03: the FAQ of the pricing page. */
export const pricingQuestions: readonly Question[] = [
  {
    question: 'What is a frame?',
    answer:
      'An image is one frame. A video is checked at one frame per second, so a minute of video is 60 frames. ' +
      'Videos are uploaded through the API.',
  },
  {
    question: 'What if an analysis fails?',
    answer:
      'It costs nothing. A frame is charged once, when the analysis has succeeded. ' +
      'A request that is repeated with the same Idempotency-Key is not charged twice.',
  },
  {
    question: 'Can I upgrade at any time?',
    answer: 'Yes. Upgrades are immediate: the larger allowance holds from that moment.',
  },
  {
    question: 'When does a downgrade take effect?',
    answer: 'Downgrades apply at the next billing cycle. Until then you keep what you have paid for.',
  },
  {
    question: 'Do you offer refunds?',
    answer: 'No refunds yet. After a cancellation you keep access until the end of the period.',
  },
  {
    question: 'Can I pay on this installation?',
    answer:
      'Clearframe is run by whoever installed it. Where no payment is set up, the dashboard says so beside the paid plans; ' +
      'the free trial needs none.',
  },
];
