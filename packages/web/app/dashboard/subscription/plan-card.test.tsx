import { plans } from '@clearframe/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { PlanCard } from './plan-card.tsx';
import type { PlanOffer } from './plan-offer.ts';

const render = (id: string, offer: PlanOffer, underWay: string | null = null) =>
  plans
    .filter((plan) => plan.id === id)
    .map((plan) => renderToStaticMarkup(<PlanCard plan={plan} offer={offer} underWay={underWay} onSubscribe={() => {}} />))
    .join('');

describe('PlanCard', () => {
  it('SUB-01 shows price, allowance and cost of a frame of a paid plan, and no button that does nothing', () => {
    const html = render('growth', { kind: 'reason', text: 'Payment is not set up on this server' });
    for (const words of [
      'Growth',
      '$100.00',
      '/ month',
      '35,714 frames a month',
      '$0.00280 per frame',
      'AI-powered moderation',
    ]) {
      expect(html).toContain(words);
    }
    expect(html).toContain('Payment is not set up on this server');
    expect(html).not.toContain('<button');
  });

  it('SUB-02 shows the trial as Free, one-time, without a cost of a frame', () => {
    const html = render('free', { kind: 'subscribe' });
    expect(html).toContain('one-time trial');
    expect(html).toContain('15 frames');
    expect(html).not.toContain('per frame');
    expect(html).toContain('Subscribe');
  });

  it('SUB-05 waits only for the plan that was pressed, and holds the others', () => {
    const growth = render('growth', { kind: 'upgrade' }, 'growth');
    expect(growth).toContain('data-slot="spinner"');
    const scale = render('business', { kind: 'upgrade' }, 'growth');
    expect(scale).toContain('aria-disabled="true"');
    expect(scale).not.toContain('data-slot="spinner"');
    expect(render('business', { kind: 'upgrade' })).not.toContain('aria-disabled');
  });

  it('SUB-02 marks the plan in use and disables its button', () => {
    const html = render('free', { kind: 'current' });
    expect(html).toContain('Current</span>');
    expect(html).toMatch(/<button[^>]* disabled=""[^>]*>Current Plan/);
  });
});
