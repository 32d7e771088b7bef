import sail from '../shared/assets/img/print-sail.webp';
import tower from '../shared/assets/img/print-tower.webp';
import vases from '../shared/assets/img/print-vases.webp';
import sectionStyles from './section.module.css';
import styles from './uses.module.css';

const uses = [
  {
    picture: sail,
    title: 'Social platforms',
    text: 'Screen pictures before they reach a feed, and keep the reason of every verdict.',
  },
  { picture: vases, title: 'Marketplaces', text: 'Require the words a listing needs and refuse the goods you do not sell.' },
  {
    picture: tower,
    title: 'Corporate networks',
    text: 'Keep shared drives and internal channels within policy, on a machine of your own.',
  },
];

/** Where it works, with cyanotypes. */
export function Uses() {
  return (
    <section className={`${sectionStyles.section} page-width`} id="uses">
      <div className={sectionStyles.header}>
        <h2>Where it works</h2>
        <p>Use cases: anywhere other people’s pictures end up under your name.</p>
      </div>
      <div className={styles.uses}>
        {uses.map(({ picture, title, text }) => (
          <figure key={title}>
            <div className={styles.picture}>
              <img src={picture} alt="" loading="lazy" />
            </div>
            <figcaption>
              <h3>{title}</h3>
              <p>{text}</p>
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}
