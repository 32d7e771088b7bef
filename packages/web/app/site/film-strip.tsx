import { CircleCheck, Flag, ScanLine } from 'lucide-react';
import type { ReactNode } from 'react';
import car from '../shared/assets/img/car.webp';
import chips from '../shared/assets/img/chips.webp';
import pears from '../shared/assets/img/pears.webp';
import ridge from '../shared/assets/img/ridge.webp';
import vases from '../shared/assets/img/vases.webp';
import { Icon } from '../shared/ui/icon.tsx';
import { Corners, Shot } from '../shared/ui/veil.tsx';
import styles from './film-strip.module.css';

type FrameProps = { number: string; children: ReactNode; verdict: ReactNode; note: string };

function Frame({ number, children, verdict, note }: FrameProps) {
  return (
    <div className={styles.frame}>
      <div className={styles.edgePrint} aria-hidden="true">
        <span>▸ {number}</span>
        <span>CLEARFRAME</span>
      </div>
      <div className="frame">{children}</div>
      <div className={styles.reading}>
        {verdict}
        <span>{note}</span>
      </div>
    </div>
  );
}

const safe = (
  <b className={styles.ok}>
    <Icon of={CircleCheck} />
    Safe
  </b>
);

/** The hero object: five frames on their way through. Scores are the built-in model's own for these pictures. */
export function FilmStrip() {
  return (
    <section className={styles.filmStrip} aria-label="A strip of moderated frames">
      <div className={styles.rail}>
        <Frame number="10" verdict={safe} note="explicit 0.00">
          <Shot src={pears} alt="Three pears on a shelf" eager />
        </Frame>
        <Frame number="10A" verdict={safe} note="explicit 0.01">
          <Shot src={vases} alt="Two stoneware vases" eager />
        </Frame>
        <Frame
          number="11"
          verdict={
            <b className={styles.go}>
              <Icon of={ScanLine} />
              Reading
            </b>
          }
          note="keywords…"
        >
          <Shot src={car} alt="A blue toy car" eager scanning />
          <Corners />
        </Frame>
        <Frame
          number="11A"
          verdict={
            <b className={styles.no}>
              <Icon of={Flag} filled />
              Flagged
            </b>
          }
          note="keyword: casino"
        >
          <Shot src={chips} alt="A stack of casino chips" eager veiled />
        </Frame>
        <Frame number="12" verdict={safe} note="explicit 0.02">
          <Shot src={ridge} alt="A mountain ridge above a lake" eager />
        </Frame>
      </div>
    </section>
  );
}
