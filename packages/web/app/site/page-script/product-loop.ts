import styles from '../product-loop.module.css';
import { onPress } from './on-press.ts';

const moving = `${styles.moves}`;

/**
 * `data-loop`: lets the screens move once they are seen, and stop and go by a button. They stand still for whoever asked for less
 * motion, until the button is pressed, and where the moving file cannot be loaded.
 */
export function startProductLoop(): void {
  const figure = document.querySelector<HTMLElement>('[data-loop]');
  const button = figure?.querySelector<HTMLElement>('[data-loop-switch]');
  if (!figure || !button) return;
  const pictures = [...figure.querySelectorAll('img')];
  const lessMotion = matchMedia('(prefers-reduced-motion: reduce)');

  const move = async (moves: boolean) => {
    figure.classList.toggle(moving, moves);
    // Of two themes one is shown. What cannot be loaded must not take the place of what can.
    const shown = pictures.find((picture) => picture.offsetParent !== null);
    try {
      if (moves && shown) await loaded(shown.dataset.moving ?? '');
    } catch {
      figure.classList.remove(moving);
    }
    const isMoving = figure.classList.contains(moving);
    for (const picture of pictures) {
      const source = isMoving ? picture.dataset.moving : picture.dataset.still;
      if (source && picture.getAttribute('src') !== source) picture.setAttribute('src', source);
    }
  };

  button.hidden = false;
  onPress('data-loop-switch', () => void move(!figure.classList.contains(moving)));
  lessMotion.addEventListener('change', () => {
    if (lessMotion.matches) void move(false);
  });
  const observer = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) return;
    observer.disconnect();
    if (!lessMotion.matches) void move(true);
  });
  observer.observe(figure);
}

async function loaded(source: string): Promise<void> {
  const picture = new Image();
  picture.src = source;
  await picture.decode();
}
