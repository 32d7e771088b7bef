/**
 * The named pictures of the last two days, the newest first: our own, and those of `flagged/`, harmless patterns that the analyser
 * takes for explicit.
 */
export const newest = [
  ['benign/vases.webp', 'Stoneware pair', 'home, ceramics'],
  ['benign/sail.webp', 'Harbour exit', 'sea, prints'],
  ['flagged/suggestive.png', 'Beachwear, back', 'clothes'],
  ['benign/coffee.webp', 'Flat white', 'kitchen, coffee, morning'],
  ['flagged/explicit-1.png', 'Upload 4471', ''],
  ['benign/knife.webp', 'Chef’s knife, 8 in', 'kitchen, steel', 'Forged steel, comes in a gift box.'],
  [
    'benign/wine.webp',
    'Cellar red, 2019',
    'wine, gift, cellar, autumn',
    'A bottle from the cellar, sold with a replica weapon as a set.',
  ],
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
].map(([file, title, tags, caption]) => ({ file, title, tags, caption }));

/** What the weeks before are drawn from: a picture, names of goods that it can show, and their tags. */
export const goods = [
  ['benign/vases.webp', ['Bud vase', 'Glazed jug', 'Speckled vase'], 'home, ceramics'],
  ['benign/sail.webp', ['Regatta print', 'Morning tide', 'Sail, framed'], 'sea, prints'],
  ['benign/coffee.webp', ['Espresso cup', 'Breakfast set', 'Cup and saucer'], 'kitchen, coffee'],
  ['benign/pears.webp', ['Conference pears', 'Pear still life', 'Orchard box'], 'kitchen, fruit'],
  ['benign/balloon.webp', ['Valley at dawn', 'Balloon poster', 'Festival print'], 'prints'],
  ['benign/books.webp', ['Paperback bundle', 'School readers', 'Linen-bound pair'], 'books, study'],
  ['benign/cactus.webp', ['Potted cactus', 'Window plant', 'Succulent, small'], 'plants, home'],
  ['benign/candles.webp', ['Pillar candles', 'Advent set', 'Candle, unscented'], 'home, gift'],
  ['benign/car.webp', ['Tin car', 'Model coupé', 'Collector’s car'], 'toys'],
  ['benign/chips.webp', ['Salted chips', 'Snack box', 'Party mix'], 'snacks'],
  ['benign/oranges.webp', ['Seville oranges', 'Citrus crate', 'Marmalade kit'], 'kitchen, fruit'],
  ['benign/phones.webp', ['Phone, refurbished', 'Phone pair', 'Spare handset'], 'electronics'],
  ['benign/ridge.webp', ['Ridge at noon', 'Mountain print', 'Summit view'], 'prints'],
  ['benign/stool.webp', ['Bar stool', 'Workshop stool', 'Beech stool'], 'home, wood'],
  ['benign/tower.webp', ['Tower study', 'City print', 'Old waterworks'], 'prints'],
  ['benign/dunes.webp', ['Dunes, evening', 'Desert print', 'Sand and sky'], 'prints'],
];
