import { randomUUID } from 'node:crypto';
import { pick, type Random } from '../../../engine/test/random.ts';
import { addMonths } from '../../src/billing/months.ts';
import { receiveNotification } from '../../src/billing/receive-notification.ts';
import { subscribe, upgrade } from '../../src/billing/subscribe.ts';
import type { Context } from '../../src/context.ts';
import { createPayfast } from '../../src/payments/payfast.ts';
import { type Begun, type PayfastServer, payfastConfig } from '../helpers/payfast-server.ts';
import { unlessRefused } from './unless-refused.ts';
import type { Deed, Life, World } from './world.ts';

const plans = ['free', 'development', 'starter', 'growth', 'business'];

type Sub = { token: string; life: Life; fields: Begun; begun: Date; months: number; isKnown: boolean };
type Told = { sub: Sub; form: string };

/** As somebody changes a genuine form to have another payment made by it. */
const forgeries: ((form: string, other: string) => string)[] = [
  (form, other) => `${form}&m_payment_id=${other}&pf_payment_id=${randomUUID()}`,
  (form, other) => form.replace('&signature=', `&m_payment_id=${other}&signature=`),
  (form) => form.replace('&signature=', '&payment_status=COMPLETE&signature='),
  (form, other) => `m_payment_id=${other}&${form}`,
  (form) => form.replace(/^([^&]+)&([^&]+)/, '$2&$1'),
  (form) => form.replace(/&merchant_id=([^&]+)&token=/, '&merchant_id%3D$1%26token='),
];

/** PayFast with its own books, asked and telling over HTTP through the real adapter. */
export function createPayfastWorld(context: Context, server: PayfastServer): World {
  const { config, secrets, clock, log } = context;
  const { payfast, ...settings } = payfastConfig(server.url);
  if (!payfast) throw new Error('not configured');
  const provider = createPayfast({ config: { ...config, ...settings, payfast }, secrets, clock, log, settings: payfast });
  const subs: Sub[] = [];
  const charged = new Map<Life, number>();
  const windows = new Map<Life, Begun[]>();
  const waiting = new Map<Life, Told[]>();
  const past = new Map<Life, Told[]>();
  const taken: string[] = [];
  const of = <T>(all: Map<Life, T[]>, life: Life): T[] => all.get(life) ?? [];
  const add = <T>(all: Map<Life, T[]>, life: Life, one: T) => all.set(life, [...of(all, life), one]);

  /** Money moves, and a notification is on its way. Now and then it is not what was agreed. */
  function charge(sub: Sub, next: Random): void {
    const found = server.subscriptions.get(sub.token);
    if (!found) return;
    charged.set(sub.life, (charged.get(sub.life) ?? 0) + 1);
    sub.months += 1;
    found.run_date = addMonths(sub.begun, sub.months).toISOString();
    const amount_gross = ((next() < 0.05 ? found.amount + 100 : found.amount) / 100).toFixed(2);
    const over = { token: sub.token, pf_payment_id: randomUUID(), amount_gross };
    add(waiting, sub.life, { sub, form: server.notification(sub.fields, over) });
  }

  async function send({ form, sub }: Told, at: Context, times = 1): Promise<void> {
    const body = Buffer.from(form);
    const once = () => unlessRefused(receiveNotification(at, provider, { headers: {}, body, ip: '127.0.0.1' }));
    const received = await Promise.all(Array.from({ length: times }, once));
    if (received.some((answer) => answer !== undefined)) sub.isKnown = true;
    else add(waiting, sub.life, { sub, form });
  }

  /** The oldest or any other notification that waits arrives, one to three times at once. */
  const deliver: Deed = async (at, life, next) => {
    const told = pick(next, of(waiting, life));
    if (!told) return;
    waiting.set(
      life,
      of(waiting, life).filter((other) => other !== told),
    );
    add(past, life, told);
    await send(told, at, 1 + Math.floor(next() * 3));
  };

  const pay: Deed = async (at, life, next) => {
    const fields = pick(next, of(windows, life));
    if (!fields) return;
    // A window is paid once, and now and then a second time in another tab.
    if (next() < 0.9)
      windows.set(
        life,
        of(windows, life).filter((other) => other !== fields),
      );
    const sub = { token: randomUUID(), life, fields, begun: at.clock.now(), months: 0, isKnown: false };
    subs.push(sub);
    const amount = Math.round(Number(fields.get('amount')) * 100);
    server.subscriptions.set(sub.token, { amount, status_text: 'ACTIVE', run_date: null });
    charge(sub, next);
    if (next() < 0.6) await deliver(at, life, next);
  };

  const order: Deed = async (at, life, next) => {
    const asked = { accountId: life.accountId, input: { plan_id: pick(next, plans) ?? 'starter' }, key: null };
    const begun = await unlessRefused((next() < 0.6 ? subscribe : upgrade)(at, asked));
    const fields = server.begun.get(begun?.data.onsite_payment_uuid ?? '');
    if (!fields) return;
    add(windows, life, fields);
    if (next() < 0.5) await pay(at, life, next);
  };

  /** What was told before comes again: as it was, or changed by somebody who wants another payment made. */
  const repeat: Deed = async (at, life, next) => {
    const told = pick(next, of(past, life));
    if (!told) return;
    if (next() < 0.3) return send(told, at);
    const other = pick(next, of(windows, life))?.get('m_payment_id') ?? randomUUID();
    const form = pick(next, forgeries)?.(told.form, other) ?? '';
    const forged = { headers: {}, body: Buffer.from(form), ip: '127.0.0.1' };
    if ((await unlessRefused(receiveNotification(at, provider, forged))) !== undefined)
      taken.push(`${life.accountId}: a notification that was changed was taken: ${form}`);
  };

  return {
    provider,
    deeds: [order, order, pay, pay, deliver, deliver, deliver, repeat],
    async elapse(at, lives, next) {
      server.asked.length = 0;
      const now = at.clock.now();
      for (const sub of subs.filter(({ life }) => lives.includes(life))) {
        const due = () =>
          server.subscriptions.get(sub.token)?.status_text === 'ACTIVE' && addMonths(sub.begun, sub.months) <= now;
        while (due()) charge(sub, next);
      }
    },
    beginTick(at, next) {
      server.trouble = next() < 0.1 ? 500 : null;
      // PayFast has answered a question about a subscription, and what waits arrives before the answer.
      server.duringFetch = async (token) => {
        const life = subs.find((sub) => sub.token === token)?.life;
        if (life && next() < 0.5) await deliver(at, life, next);
      };
    },
    endTick() {
      server.trouble = null;
      delete server.duringFetch;
    },
    async tellRest(at, life) {
      const rest = of(waiting, life);
      waiting.set(life, []);
      for (const told of rest) await send(told, at);
    },
    charging: (life) =>
      subs
        .filter((sub) => sub.life === life && sub.isKnown && server.subscriptions.get(sub.token)?.status_text === 'ACTIVE')
        .map(({ token }) => token),
    charges: (life) => charged.get(life) ?? 0,
    taken: () => taken.splice(0),
  };
}
