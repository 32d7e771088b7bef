import { type StripeServer, startStripe, stripeEnv } from '../packages/server/test/helpers/stripe-server.ts';

/** A Stripe on this machine with the checkout that browsers see. */
export type StripeHost = {
  stripe: StripeServer;
  /** Variables of a server that uses it. */
  env: Record<string, string>;
  /** Whether a payment is told before the browser is sent back, or only by {@link StripeHost.tell}. */
  tells: boolean;
  /** Sends what was held back. */
  tell(): Promise<void>;
  stop(): Promise<void>;
};

const checkout = (id: string): string => `<!doctype html><html lang="en"><title>Checkout</title>
<h1>Checkout</h1><a href="/c/pay/${id}/paid">Pay</a> <a href="/c/pay/${id}/left">Back</a></html>`;

/** Starts it. */
export async function startStripeHost(): Promise<StripeHost> {
  const stripe = await startStripe();
  const held: (() => Promise<void>)[] = [];
  const textOf = (id: string, name: string): string => String(stripe.things.get(id)?.[name] ?? '');

  async function pay(id: string): Promise<void> {
    stripe.pay(id);
    const address = new URL('/api/payments/stripe/notify', textOf(id, 'success_url'));
    const send = async () => {
      const { body, signature } = stripe.notification('checkout.session.completed', id, Date.now());
      const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
      const answer = await fetch(address, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(`The notification was answered with ${answer.status}`);
    };
    if (host.tells) await send();
    else held.push(send);
  }

  stripe.site = async (path, response) => {
    const [, , , id = '', step] = path.split('/');
    const to = (address: string) => response.writeHead(303, { location: address }).end();
    if (path.startsWith('/p/'))
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html lang="en"><title>Portal</title><h1>Portal</h1></html>');
    else if (!path.startsWith('/c/pay/')) response.writeHead(path === '/favicon.ico' ? 204 : 404).end();
    else if (step === 'left') to(textOf(id, 'cancel_url'));
    else if (step === 'paid') {
      await pay(id);
      to(textOf(id, 'success_url'));
    } else response.writeHead(200, { 'content-type': 'text/html' }).end(checkout(id));
  };
  const host: StripeHost = {
    stripe,
    env: stripeEnv(stripe.url),
    tells: true,
    async tell() {
      for (const send of held.splice(0)) await send();
    },
    stop: () => stripe.stop(),
  };
  return host;
}
