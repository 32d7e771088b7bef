import vases from '../shared/assets/img/vases.webp';
import badgeStyles from '../shared/ui/badge.module.css';
import { StateBadge } from '../shared/ui/badge.tsx';
import keywordHitsStyles from '../shared/ui/keyword-hits.module.css';
import { Corners, Shot } from '../shared/ui/veil.tsx';
import scoreBarStyles from '../shared/verdict/score-bar.module.css';
import { ScoreBar } from '../shared/verdict/score-bar.tsx';
import productCardsStyles from './product-cards.module.css';
import { notAssessed, sampleDescription, sampleScores } from './samples.ts';

/** A verdict as the product shows it, with what was assessed and what was not. */
export function VerdictSample() {
  return (
    <article className={`${productCardsStyles.span12} ${productCardsStyles.sample}`}>
      <div className={productCardsStyles.sampleLeft}>
        <div className="frame">
          <Shot src={vases} alt="Two stoneware vases" />
          <Corners />
        </div>
        <div className="row between">
          <b className="strong">Stoneware pair</b>
          <StateBadge state="safe" />
        </div>
        <p>“{sampleDescription}”</p>
      </div>
      <div className={productCardsStyles.sampleRight}>
        <div>
          <h3>Read the verdict, not a colour</h3>
          <p>
            This is what the built-in model says about this picture. The line marks the score from which a category flags; a
            category without a line never flags by itself.
          </p>
        </div>
        <div className={scoreBarStyles.scores}>
          {sampleScores.map(({ name, label, score, flagAt }) => (
            <ScoreBar key={name} label={label} score={score} flagAt={flagAt} />
          ))}
        </div>
        <dl className={keywordHitsStyles.keywordHits} data-slot="keyword-hits">
          <div>
            <dt>Assessed by the built-in model</dt>
            <dd>
              {sampleScores.map(({ name, label }) => (
                <span key={name} className={`${badgeStyles.tag} ${badgeStyles.tagRequired}`} data-slot="badge-tag">
                  {label}
                </span>
              ))}
            </dd>
          </div>
          <div>
            <dt>Not assessed: a safe verdict says nothing about these</dt>
            <dd>
              {notAssessed.map((label) => (
                <span key={label} className={`${badgeStyles.tag} ${badgeStyles.tagNone}`} data-slot="badge-tag">
                  {label}
                </span>
              ))}
            </dd>
          </div>
        </dl>
      </div>
    </article>
  );
}
