import { type Plan, plans } from '@clearframe/contract';
import { formatCount } from '../../shared/format/format.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { LinkButton } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import planCardStyles from '../../shared/ui/plan-card.module.css';
import { signs } from '../../shared/ui/signs.ts';
import { shortFrameCost, shortPrice } from './plan-figures.ts';
import { planNote, popularPlanId, salesPlanId } from './plan-notes.ts';
import pricingStyles from './pricing.module.css';

const included = ['AI-powered moderation', 'Keyword filtering', 'API and webhooks'];

function TrialCard({ plan }: { plan: Plan }) {
  return (
    <article className={`card ${pricingStyles.free}`}>
      <div>
        <h3>{plan.name}</h3>
        <span className={`${planCardStyles.price} figures`} data-slot="plan-card-price">
          {shortPrice(plan.price_cents)}
        </span>
      </div>
      <p className="muted">
        {plan.media_per_month} frames, once. A verified email, no card. Enough to see real verdicts on your own pictures.
      </p>
      <LinkButton size="large" to="/register">
        Start free
      </LinkButton>
    </article>
  );
}

function PlanWay({ plan }: { plan: Plan }) {
  if (plan.id === salesPlanId)
    return (
      <LinkButton size="large" to="/contact?subject=sales">
        Contact sales
      </LinkButton>
    );
  return (
    <LinkButton kind={plan.id === popularPlanId ? 'primary' : 'secondary'} size="large" to="/register">
      Choose {plan.name}
    </LinkButton>
  );
}

function PaidCard({ plan }: { plan: Plan }) {
  const popular = plan.id === popularPlanId;
  return (
    <article
      className={
        popular
          ? `card ${planCardStyles.planCard} ${planCardStyles.popular} ${planCardStyles.current}`
          : `card ${planCardStyles.planCard}`
      }
      data-slot="plan-card"
    >
      <h3>
        {plan.name}
        {popular ? <Badge look="info">Most popular</Badge> : null}
      </h3>
      <p className={pricingStyles.who}>{planNote(plan.id).who}</p>
      <div className={planCardStyles.price} data-slot="plan-card-price">
        {shortPrice(plan.price_cents)} <small>/ month</small>
      </div>
      <dl className={pricingStyles.figures}>
        <div>
          <dt>Frames</dt>
          <dd>{formatCount(plan.media_per_month)}</dd>
        </div>
        <div>
          <dt>Per frame</dt>
          <dd>{shortFrameCost(plan.cost_per_media_cents)}</dd>
        </div>
      </dl>
      <ul>
        {included.map((feature) => (
          <li key={feature}>
            <Icon of={signs.check} />
            {feature}
          </li>
        ))}
      </ul>
      <PlanWay plan={plan} />
    </article>
  );
}

/** The catalogue that the API serves, one card a plan. */
export function PlanCards() {
  return (
    <section className={`page-width ${pricingStyles.plans}`} aria-labelledby="plans">
      <h2 className="visually-hidden" id="plans">
        Plans
      </h2>
      {plans.map((plan) =>
        plan.price_cents === 0 ? <TrialCard key={plan.id} plan={plan} /> : <PaidCard key={plan.id} plan={plan} />,
      )}
    </section>
  );
}
