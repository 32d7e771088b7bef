/**
 * What the sample shop uploads: our own pictures, the newest first; those
 * of `flagged/` are harmless patterns that the analyser takes for explicit.
 */
export const pictures = [
  ['benign/vases.webp', 'Stoneware pair', 'home, ceramics'],
  ['benign/sail.webp', 'Harbour exit', 'sea, prints'],
  ['benign/coffee.webp', 'Flat white', 'kitchen, coffee, morning'],
  ['flagged/explicit-1.png', 'Upload 4471', ''],
  ['benign/knife.webp', 'Chef’s knife, 8 in', 'kitchen, steel'],
  ['benign/wine.webp', 'Cellar red, 2019', 'wine, gift, cellar, autumn'],
  ['benign/pears.webp', 'Three pears', 'kitchen, fruit'],
  ['flagged/suggestive.png', 'Beachwear, front', 'clothes'],
  ['benign/balloon.webp', 'Balloon over the valley', 'prints'],
  ['benign/books.webp', 'Second-hand readers', 'books, study'],
  ['benign/cactus.webp', 'Desk cactus', 'plants, home'],
  ['flagged/explicit-2.png', 'Upload 4482', ''],
  ['benign/candles.webp', 'Beeswax candles', 'home, gift'],
  ['benign/car.webp', 'Model car, 1:43', 'toys'],
  ['benign/chips.webp', 'Corner chips', 'snacks'],
  ['benign/oranges.webp', 'Blood oranges', 'kitchen, fruit'],
  ['benign/phones.webp', 'Refurbished phones', 'electronics'],
  ['flagged/drawn.png', 'Sketchbook page', 'drawing'],
  ['benign/print-dunes.webp', 'Dunes, cyanotype', 'prints'],
  ['benign/print-ridge.webp', 'Ridge, cyanotype', 'prints'],
  ['benign/print-sail.webp', 'Sail, cyanotype', 'prints'],
  ['benign/print-tower.webp', 'Tower, cyanotype', 'prints'],
  ['benign/print-vases.webp', 'Vases, cyanotype', 'prints'],
  ['benign/ridge.webp', 'First light', 'prints'],
  ['benign/stool.webp', 'Oak stool', 'home, wood'],
  ['benign/tower.webp', 'Water tower', 'prints'],
  ['benign/dunes.webp', 'Dunes at noon', 'prints'],
];

/** Some are flagged by a keyword alone. */
export const captions = {
  'Cellar red, 2019': 'A bottle from the cellar, sold with a replica weapon as a set.',
  'Chef’s knife, 8 in': 'Forged steel, comes in a gift box.',
};
