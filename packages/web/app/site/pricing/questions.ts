import type { Question } from '../faq.tsx';

/** PUB-03: the FAQ of the pricing page. */
export const pricingQuestions: readonly Question[] = [
  {
    question: 'What is a frame?',
    answer:
      'An image is one frame. A video is checked at one frame per second, so a minute of video is 60 frames. ' +
      'You upload videos through the API.',
  },
  {
    question: 'What if an analysis fails?',
    answer:
      'It costs nothing. The server charges a frame once, when the analysis succeeds. ' +
      'A repeated request with the same Idempotency-Key costs nothing more.',
  },
  {
    question: 'Can I upgrade at any time?',
    answer: 'Yes. Upgrades are immediate, and so is the larger allowance.',
  },
  {
    question: 'When does a downgrade take effect?',
    answer: 'Downgrades apply at the next billing cycle. Until then you keep your current plan.',
  },
  {
    question: 'Do you offer refunds?',
    answer: 'No refunds yet. After you cancel, you keep access until the end of the period.',
  },
  {
    question: 'Who takes my money?',
    answer:
      'The operator of this server, named in the terms. The Clearframe project takes no part in it. ' +
      'Where no payment is set up, the dashboard says so. The free trial needs none.',
  },
  {
    question: 'Why pay at all if Clearframe is free?',
    answer: 'You pay for somebody else’s server and time. Run it yourself and you pay nobody.',
  },
];
