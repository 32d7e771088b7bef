import { limits } from '@clearframe/contract';
import oranges from '../../shared/assets/img/oranges.webp';
import wine from '../../shared/assets/img/wine.webp';
import badgeStyles from '../../shared/ui/badge.module.css';
import { StateBadge, Tag } from '../../shared/ui/badge.tsx';
import keywordHitsStyles from '../../shared/ui/keyword-hits.module.css';
import { Corners, Shot } from '../../shared/ui/veil.tsx';
import scoreBarStyles from '../../shared/verdict/score-bar.module.css';
import { ScoreBar } from '../../shared/verdict/score-bar.tsx';
import productCardsStyles from '../product-cards.module.css';
import { notAssessed, sampleScores } from '../samples.ts';
import featuresStyles from './features.module.css';

const MB = 1_048_576;

function UploadCard() {
  return (
    <article className={productCardsStyles.span5}>
      <div className={productCardsStyles.demo}>
        <div className="frame">
          <Shot src={oranges} alt="A bowl of oranges" />
          <Corners />
        </div>
      </div>
      <div>
        <h3>Upload</h3>
        <p>
          A file or an address, one picture or many at once. Seven formats, up to {limits.dashboardUploadMaxBytes / MB}MB in the
          dashboard and {limits.apiUploadMaxBytes / MB}MB through the API, told apart by content and never by name. Videos come
          through the API and are judged second by second.
        </p>
      </div>
    </article>
  );
}

function GuardianCard() {
  return (
    <article className={productCardsStyles.span7}>
      <div className={productCardsStyles.demo}>
        <div className="row between">
          <b className="strong">Stoneware pair</b>
          <StateBadge state="safe" />
        </div>
        <div className={scoreBarStyles.scores}>
          {sampleScores.map(({ name, label, score, flagAt }) => (
            <ScoreBar key={name} label={label} score={score} flagAt={flagAt} />
          ))}
        </div>
        <dl className={keywordHitsStyles.keywordHits} data-slot="keyword-hits">
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
      <div>
        <h3>AI guardian</h3>
        <p>
          A model that runs on your own machine scores each picture and each second of a video, says in words what is in it, and
          names the categories that it did not assess. A person has the last word.
        </p>
      </div>
    </article>
  );
}

function FiltersCard() {
  return (
    <article className={productCardsStyles.span7}>
      <div className={`${productCardsStyles.demo} ${featuresStyles.side}`}>
        <Shot src={wine} alt="A bottle of wine and a glass" veiled />
        <dl className={keywordHitsStyles.keywordHits} data-slot="keyword-hits">
          <div>
            <dt>Forbidden, found</dt>
            <dd>
              <Tag look="forbidden">wine</Tag>
            </dd>
          </div>
          <div>
            <dt>Required, found</dt>
            <dd>
              <Tag look="required">tickets</Tag>
            </dd>
          </div>
        </dl>
      </div>
      <div>
        <h3>Smart filters</h3>
        <p>
          Forbidden words fail an upload, required ones let it pass. They are looked for in title, caption, description, tags and
          in what was seen, whatever the case and inside words. Try a text before you save.
        </p>
      </div>
    </article>
  );
}

const figures = [
  { label: 'Uploads and flagged ones', text: 'of the period and of each of the last 14 days' },
  { label: 'Hits of each keyword', text: `in the newest ${limits.keywordHitsItems} items` },
  { label: 'Webhooks', text: 'told or not, on every item' },
];

function AnalyticsCard() {
  return (
    <article className={productCardsStyles.span5}>
      <dl className={`${keywordHitsStyles.keywordHits} ${featuresStyles.figures}`} data-slot="keyword-hits">
        {figures.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div>
        <h3>Analytics</h3>
        <p>What came in, what was flagged, what is left of the plan, and a log of every decision with time and person.</p>
      </div>
    </article>
  );
}

/** PUB-02: upload, AI guardian, smart filters, analytics. */
export function MainCards() {
  return (
    <section className={`page-width ${productCardsStyles.cards} ${featuresStyles.cards}`} aria-labelledby="main-features">
      <h2 className="visually-hidden" id="main-features">
        Main features
      </h2>
      <UploadCard />
      <GuardianCard />
      <FiltersCard />
      <AnalyticsCard />
    </section>
  );
}
