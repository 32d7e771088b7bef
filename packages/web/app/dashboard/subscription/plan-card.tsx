import { formatFrameCost, formatPrice, type Plan } from '@clearframe/contract';
import { Coins, Frame, type LucideIcon } from 'lucide-react';
import { formatFrames } from '../../shared/format/format.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import fieldStyles from '../../shared/ui/field.module.css';
import { Icon } from '../../shared/ui/icon.tsx';
import planCardStyles from '../../shared/ui/plan-card.module.css';
import { signs } from '../../shared/ui/signs.ts';
import type { PlanOffer } from './plan-offer.ts';
import subscriptionStyles from './subscription.module.css';

function Line({ icon, children }: { icon: LucideIcon; children: string }) {
  return (
    <li>
      <Icon of={icon} />
      <span className="figures">{children}</span>
    </li>
  );
}

const words = { subscribe: 'Subscribe', upgrade: 'Upgrade', downgrade: 'Downgrade' } as const;

/** Id of the plan that is being taken, or what else of the subscription is; null = nothing. */
export type UnderWay = string | 'cancel' | null;

type PlanCardProps = {
  plan: Plan;
  /** What is really charged, where that is not the price in dollars. */
  charge?: string | null;
  offer: PlanOffer;
  /** The one that the page recommends: the others stay quiet. */
  isNext?: boolean;
  underWay: UnderWay;
  onSubscribe: () => void;
};

/** One plan of the catalogue. */
export function PlanCard({ plan, charge = null, offer, isNext = false, underWay, onSubscribe }: PlanCardProps) {
  const free = plan.price_cents === 0;
  return (
    <article
      className={`card ${planCardStyles.planCard}${offer.kind === 'current' ? ` ${planCardStyles.current}` : ''}`}
      data-slot="plan-card"
    >
      <h3>
        {plan.name}
        {offer.kind === 'current' ? <Badge look="info">Current</Badge> : null}
      </h3>
      <div className={planCardStyles.price} data-slot="plan-card-price">
        {free ? 'Free' : formatPrice(plan.price_cents)} <small>{free ? 'one-time trial' : '/ month'}</small>
      </div>
      {charge === null ? null : (
        <p className={`${fieldStyles.hint} figures`} data-slot="field-hint">
          Charged as {charge} a month
        </p>
      )}
      <ul>
        <Line icon={Frame}>{`${formatFrames(plan.media_per_month)}${free ? '' : ' a month'}`}</Line>
        {free ? null : <Line icon={Coins}>{`${formatFrameCost(plan.cost_per_media_cents)} per frame`}</Line>}
        <Line icon={signs.check}>AI-powered moderation</Line>
        <Line icon={signs.check}>Keyword filtering</Line>
      </ul>
      {offer.kind === 'current' ? <Button disabled>Current Plan</Button> : null}
      {offer.kind === 'subscribe' || offer.kind === 'upgrade' || offer.kind === 'downgrade' ? (
        <Button
          kind={isNext ? 'primary' : 'secondary'}
          busy={underWay === plan.id}
          held={underWay !== null}
          onClick={onSubscribe}
        >
          {words[offer.kind]}
          <span className="visually-hidden"> to {plan.name}</span>
        </Button>
      ) : null}
      {offer.kind === 'reason' ? (
        <p className={`${fieldStyles.hint} ${subscriptionStyles.buttonPlace}`} data-slot="field-hint">
          {offer.text}
        </p>
      ) : null}
    </article>
  );
}
