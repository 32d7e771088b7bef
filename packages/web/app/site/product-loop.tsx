import { Pause, Play } from 'lucide-react';
import darkLoop from '../shared/assets/img/product-dark.webp';
import darkStill from '../shared/assets/img/product-dark-still.webp';
import lightLoop from '../shared/assets/img/product-light.webp';
import lightStill from '../shared/assets/img/product-light-still.webp';
import { Button } from '../shared/ui/button.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import styles from './product-loop.module.css';

const looks = [
  { theme: 'light', still: lightStill, moving: lightLoop },
  { theme: 'dark', still: darkStill, moving: darkLoop },
];

const words =
  'Screens of the dashboard, one after the other: a picture of a wine bottle is uploaded with a caption, the stages go by, ' +
  'the upload fails because of the word “replica” in the caption, its page opens with the picture veiled, the picture is revealed, ' +
  'a person presses Fail, and it stands flagged in Content Review.';

/**
 * Real screens from an upload to a decision, made by `scripts/make-product-loop.mjs`. What is served stands still; where there is a
 * script and nobody asked for less motion, `page-script/product-loop.ts` lets it move.
 */
export function ProductLoop() {
  return (
    <figure className={styles.productLoop} data-slot="product-loop" data-loop="">
      {looks.map(({ theme, still, moving }) => (
        <img
          key={theme}
          className={styles[theme]}
          src={still}
          data-still={still}
          data-moving={moving}
          alt={words}
          width={1120}
          height={700}
          loading="lazy"
        />
      ))}
      <figcaption>
        <span>Screens of the dashboard with a sample account.</span>
        <Button size="small" data-loop-switch="" hidden>
          <span className={styles.stop}>
            <Icon of={Pause} />
            Pause
          </span>
          <span className={styles.go}>
            <Icon of={Play} />
            Play
          </span>
          <span className="visually-hidden">the moving screens</span>
        </Button>
      </figcaption>
    </figure>
  );
}
