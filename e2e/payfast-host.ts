import { randomUUID } from 'node:crypto';
import { type PayfastServer, payfastEnv, startPayfast } from '../packages/server/test/helpers/payfast-server.ts';

/** A PayFast on this machine with the script and the window that browsers see. */
export type PayfastHost = {
  payfast: PayfastServer;
  /** Variables of a server that uses it. */
  env: Record<string, string>;
  /** What engine.js does: comes, comes when it is let go, or does not come. */
  script: { is: 'there' | 'gone' } | { is: 'held'; until: Promise<void> };
  /** Whether a payment is told before its window closes, or only by {@link PayfastHost.tell}. */
  tells: boolean;
  /** Sends what was held back. */
  tell(): Promise<void>;
  stop(): Promise<void>;
};

/** The documented function over one frame, which tells by a message what became of the payment. */
const engine = (origin: string): string => `
const style = document.createElement('link');
style.rel = 'stylesheet';
style.href = ${JSON.stringify(origin)} + '/onsite/engine.css';
document.head.append(style);
window.payfast_do_onsite_payment = ({ uuid }, callback) => {
  const box = document.createElement('div');
  box.id = 'payfast_div_container';
  const frame = document.createElement('iframe');
  frame.title = 'PayFast';
  frame.src = ${JSON.stringify(origin)} + '/eng/process/payment/' + uuid;
  box.append(frame);
  document.body.append(box);
  addEventListener('message', function closed({ origin, source, data }) {
    if (origin !== ${JSON.stringify(origin)} || source !== frame.contentWindow) return;
    removeEventListener('message', closed);
    box.remove();
    callback(data);
  });
};
`;
const css =
  '#payfast_div_container { position: fixed; inset: 0; z-index: 99; background: #0008 } ' +
  '#payfast_div_container iframe { width: 100%; height: 100%; border: 0; background: #fff }';

const frame = (uuid: string): string => `<!doctype html><html lang="en"><title>PayFast</title>
<button id="pay">Pay now</button><button id="cancel">Close</button>
<script>
const end = (result) => parent.postMessage(result, '*');
document.getElementById('pay').onclick = async () => { await fetch('/paid/${uuid}'); end(true); };
document.getElementById('cancel').onclick = () => end(false);
</script></html>`;

/** Starts it. Each payment gets a subscription of its own. */
export async function startPayfastHost(): Promise<PayfastHost> {
  const payfast = await startPayfast();
  const held: (() => Promise<void>)[] = [];
  let numbers = 1_000;

  async function pay(uuid: string): Promise<void> {
    const fields = payfast.begun.get(uuid);
    if (!fields) throw new Error('PayFast has no such payment');
    const token = randomUUID();
    payfast.subscriptions.set(token, { amount: Number(fields.get('amount')) * 100, status_text: 'ACTIVE', run_date: null });
    numbers += 1;
    const body = payfast.notification(fields, { token, pf_payment_id: String(numbers) });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const send = async () => {
      const answer = await fetch(fields.get('notify_url') ?? '', { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(`The notification was answered with ${answer.status}`);
    };
    if (host.tells) await send();
    else held.push(send);
  }

  payfast.site = async (path, response) => {
    const uuid = path.split('/').at(-1) ?? '';
    if (path === '/onsite/engine.js') {
      if (host.script.is === 'gone') return void response.destroy();
      if (host.script.is === 'held') await host.script.until;
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(engine(payfast.url));
    } else if (path === '/onsite/engine.css') response.writeHead(200, { 'content-type': 'text/css' }).end(css);
    else if (path.startsWith('/eng/process/payment/')) response.writeHead(200, { 'content-type': 'text/html' }).end(frame(uuid));
    else if (path.startsWith('/paid/')) {
      await pay(uuid);
      response.writeHead(204).end();
    } else response.writeHead(path === '/favicon.ico' ? 204 : 404).end();
  };
  const host: PayfastHost = {
    payfast,
    env: payfastEnv(payfast.url),
    script: { is: 'there' },
    tells: true,
    async tell() {
      for (const send of held.splice(0)) await send();
    },
    stop: () => payfast.stop(),
  };
  return host;
}
