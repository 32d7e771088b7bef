import sail from '../shared/assets/img/print-sail.webp';
import tower from '../shared/assets/img/print-tower.webp';
import vases from '../shared/assets/img/print-vases.webp';
import sectionStyles from './section.module.css';
import styles from './uses.module.css';

const uses = [
  {
    picture: sail,
    title: 'Social media',
    text: 'Hold doubtful posts until a person has looked. Nothing goes live by accident.',
  },
  { picture: vases, title: 'E-commerce', text: 'Stop listings that break your rules before they reach the shop window.' },
  {
    picture: tower,
    title: 'Corporate networks',
    text: 'Pictures stay inside your network, and so do the verdicts.',
  },
];

/** Where it works, with cyanotypes. */
export function Uses() {
  return (
    <section className={`${sectionStyles.section} page-width`} id="uses">
      <div className={sectionStyles.header}>
        <h2>Use cases</h2>
        <p>Anywhere strangers upload pictures.</p>
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
