import { type OnsitePayment, type PaymentClient, paymentFault, paymentMessages, paymentNotLoaded } from '@clearframe/contract';
import { loadScript } from './load-script.ts';
import { PaymentFault } from './payment-fault.ts';

export type PaymentResult = 'complete' | 'failed' | 'cancelled';

/** How often it is looked whether the provider's window is still there: it may go without a word. */
const pollMs = 1_000;

const resultOf = (told: unknown): PaymentResult =>
  told === 'complete' || told === true ? 'complete' : told === 'failed' ? 'failed' : 'cancelled';

/** Opens the provider's window, and waits for its end. What it tells is a hint: the server alone knows what was paid. */
function open(client: OnsitePayment, uuid: string, onOpen: () => void): Promise<PaymentResult> {
  const start: unknown = Reflect.get(window, client.function_name);
  if (typeof start !== 'function') throw new PaymentFault(paymentMessages.paymentSystemError);
  return new Promise((resolve, reject) => {
    const end = (told: unknown) => {
      clearInterval(poll);
      resolve(resultOf(told));
    };
    const poll = setInterval(() => {
      if (!document.getElementById(client.container_id)) end('cancelled');
    }, pollMs);
    try {
      start({ uuid }, end);
      onOpen();
    } catch (error) {
      clearInterval(poll);
      reject(new PaymentFault(error instanceof Error ? paymentFault(error.message) : paymentMessages.paymentSystemError));
    }
  });
}

/**
 * Loads the provider's script and opens the payment.
 * @param onOpen called when the window is there
 * @throws PaymentFault with the sentence for the person
 */
export async function openPayment(client: PaymentClient, uuid: string, onOpen: () => void): Promise<PaymentResult> {
  const { onsite, provider_name } = client;
  if (onsite === null) throw new PaymentFault(paymentMessages.paymentMissing);
  try {
    await loadScript(onsite.script_url);
  } catch {
    throw new PaymentFault(paymentNotLoaded(provider_name));
  }
  return open(onsite, uuid, onOpen);
}

/**
 * Sends the browser to the provider's page.
 * @returns only when somebody comes back by the browser's Back button to a page that was kept as it was
 */
export async function goToPayment(address: string): Promise<PaymentResult> {
  const cameBack = new Promise<void>((resolve) => {
    addEventListener('pageshow', () => resolve(), { once: true });
  });
  location.assign(address);
  await cameBack;
  return 'cancelled';
}
