import type { Question } from '../faq.tsx';

/** PUB-05: the FAQ of the contact page. */
export const contactQuestions: readonly Question[] = [
  {
    question: 'Do I need an account to write?',
    answer: 'No. An email address at which you can be answered is enough.',
  },
  {
    question: 'I cannot sign in. Can you help?',
    answer:
      'Reset a forgotten password with an emailed link. Lost your authenticator app and all recovery codes? ' +
      'Write to support from the address of your account.',
  },
  {
    question: 'May I send you pictures?',
    answer: 'Not in this form. If a verdict looks wrong, name the item by the last part of its page’s address.',
  },
  {
    question: 'How do I take the Enterprise plan?',
    answer: 'Choose Sales as the subject and say how many frames a month you expect.',
  },
];
