import car from '../../shared/assets/img/car.webp';
import pears from '../../shared/assets/img/pears.webp';
import poster from '../../shared/assets/img/poster.webp';

/** Our own pictures for visitors who have none at hand. The last one holds the word that the visitors' keyword list forbids. */
export const trySamples: readonly { name: string; label: string; src: string }[] = [
  { name: 'pears.webp', label: 'Three pears', src: pears },
  { name: 'car.webp', label: 'A toy car', src: car },
  { name: 'poster.webp', label: 'A poster', src: poster },
];
