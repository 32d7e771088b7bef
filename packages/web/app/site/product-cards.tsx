import { limits } from '@clearframe/contract';
import knife from '../shared/assets/img/knife.webp';
import { Tag } from '../shared/ui/badge.tsx';
import echoStyles from '../shared/ui/echo.module.css';
import keywordHitsStyles from '../shared/ui/keyword-hits.module.css';
import { Shot } from '../shared/ui/veil.tsx';
import styles from './product-cards.module.css';
import sectionStyles from './section.module.css';
import { VerdictSample } from './verdict-sample.tsx';

const MB = 1_048_576;
const formats = ['JPG', 'PNG', 'GIF', 'WebP', 'HEIC', 'HEIF', 'AVIF'];

function KeywordCard() {
  return (
    <article className={styles.span5}>
      <div className={styles.demo}>
        <div className={echoStyles.echo} data-slot="echo">
          Vintage <mark>casino</mark> night at the club, <mark className={echoStyles.required}>tickets</mark> on the door,{' '}
          <mark className={echoStyles.required}>limited</mark> seats.
        </div>
        <dl className={keywordHitsStyles.keywordHits} data-slot="keyword-hits">
          <div>
            <dt>Forbidden, found</dt>
            <dd>
              <Tag look="forbidden">casino</Tag>
            </dd>
          </div>
          <div>
            <dt>Required, found</dt>
            <dd>
              <Tag look="required">tickets</Tag>
              <Tag look="required">limited</Tag>
            </dd>
          </div>
        </dl>
      </div>
      <div>
        <h3>Your words decide too</h3>
        <p>Two lists: words that must not appear, and words of which one must. One forbidden word fails the upload.</p>
      </div>
    </article>
  );
}

function VeilCard() {
  return (
    <article className={styles.span4}>
      <Shot src={knife} alt="A kitchen knife on a board" veiled />
      <div>
        <h3>Veiled until you look</h3>
        <p>Flagged media stays blurred everywhere until someone chooses to reveal it.</p>
      </div>
    </article>
  );
}

function FormatCard() {
  return (
    <article className={styles.span3}>
      <div className={styles.formats}>
        {formats.map((format) => (
          <Tag key={format}>{format}</Tag>
        ))}
      </div>
      <div>
        <h3>Seven formats</h3>
        <p>
          Told apart by content, never by name. Up to {limits.dashboardUploadMaxBytes / MB}MB in the dashboard,{' '}
          {limits.apiUploadMaxBytes / MB}MB through the API.
        </p>
      </div>
    </article>
  );
}

/** What the product shows to the person who has to decide. */
export function ProductCards() {
  return (
    <section className={`${sectionStyles.section} page-width`} id="verdict">
      <div className={sectionStyles.header}>
        <h2>Built for the person who has to decide</h2>
        <p>Every verdict comes with its reasons, and with the list of what was not looked for.</p>
      </div>
      <div className={styles.cards}>
        <VerdictSample />
        <KeywordCard />
        <VeilCard />
        <FormatCard />
      </div>
    </section>
  );
}
