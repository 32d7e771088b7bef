import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invoice, payment, subscription, usagePeriod } from '../src/db/schema.ts';
import { type Built, build } from './helpers/build.ts';
import { addMember, type Member } from './helpers/members.ts';
import { buy, order, send } from './helpers/payments.ts';

const dayMs = 24 * 3_600_000;
let built: Built;
beforeAll(async () => {
  built = await build();
});
afterAll(() => built.close());

const advance = async (body: object) => {
  const headers = { host: 'localhost:3000', 'sec-fetch-site': 'same-origin' };
  const answer = await built.app.inject({ method: 'POST', url: '/dev/clock', headers, payload: body });
  return { code: answer.statusCode, data: answer.json<{ data: Record<string, number> | null }>().data };
};
async function buyer(plan: string, last4?: string): Promise<Member> {
  const member = await addMember(built, 'owner');
  await buy(built, member, plan, last4);
  return member;
}
const subsOf = ({ accountId }: Member) =>
  built.context.db.select().from(subscription).where(eq(subscription.accountId, accountId)).orderBy(subscription.createdAt);

describe('the clock of billing, on one’s own machine', () => {
  it('SUB-10 brings each renewal of the time that passes in its turn, with a scheduled plan and an invoice each', async () => {
    const member = await buyer('growth');
    await order(built, member, 'starter');
    expect((await advance({ advance_ms: 95 * dayMs })).data).toMatchObject({ renewals: 3, past_due: 0, expired: 0 });
    expect(await subsOf(member)).toMatchObject([{ status: 'active', planId: 'starter', periodNumber: 4 }]);
    const paid = await built.context.db.select().from(payment).where(eq(payment.accountId, member.accountId));
    expect(paid.map(({ amountCents }) => amountCents).sort((one, other) => one - other)).toEqual([6_000, 6_000, 6_000, 10_000]);
    expect(await built.context.db.$count(invoice, eq(invoice.accountId, member.accountId))).toBe(4);
    const periods = await built.context.db.select().from(usagePeriod).where(eq(usagePeriod.accountId, member.accountId));
    const now = built.clock.now();
    expect(periods.filter(({ startsAt, endsAt }) => startsAt <= now && endsAt > now)).toMatchObject([{ allowance: 20_000 }]);
  });

  it('SUB-10 shows the grace of a renewal that fails, and then its end', async () => {
    const member = await buyer('starter', '0341');
    await advance({ advance_ms: 32 * dayMs });
    expect(await subsOf(member)).toMatchObject([{ status: 'past_due' }]);
    await advance({ advance_ms: 7 * dayMs });
    expect(await subsOf(member)).toMatchObject([{ status: 'expired' }]);
  });

  it('SUB-07 keeps what was cancelled to the end of its period', async () => {
    const member = await buyer('starter');
    await send(built, member, '/subscriptions/cancel');
    await advance({ advance_ms: 20 * dayMs });
    expect(await subsOf(member)).toMatchObject([{ status: 'cancelled' }]);
    await advance({ advance_ms: 12 * dayMs });
    expect(await subsOf(member)).toMatchObject([{ status: 'expired' }]);
  });

  it('SUB-10 signs nobody out', async () => {
    const member = await buyer('starter');
    await advance({ advance_ms: 300 * dayMs });
    const answer = await built.app.inject({ url: '/api/subscriptions/current', headers: member.headers });
    expect(answer.statusCode).toBe(200);
  });

  it.each([{}, { advance_ms: 0 }, { advance_ms: -1 }, { advance_ms: 1.5 }, { advance_ms: '5' }, { advance_ms: 401 * dayMs }])(
    'SUB-10 refuses %j',
    async (body) => {
      expect((await advance(body)).code).toBe(400);
    },
  );
});
