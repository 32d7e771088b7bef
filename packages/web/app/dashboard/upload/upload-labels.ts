import { messages } from '@clearframe/contract';
import type { Access } from '../shell/subscription/access.ts';

/** What the button says, by what the account may do. */
export const buttonWords: Record<Access['state'], string> = {
  checking: messages.checkingPayment,
  none: messages.subscribeFirst,
  exhausted: 'Check image',
  open: 'Check image',
};
