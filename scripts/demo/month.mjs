import { goods, newest } from './pictures.mjs';

/** Uploads of a day of the week, Sunday first: a shop is busiest on Fridays. */
const perWeekday = [9, 13, 14, 15, 17, 19, 12];
const dayMs = 24 * 3_600_000;
const opensMs = 7 * 3_600_000;
const openForMs = 14 * 3_600_000;
/** The days that hold the named pictures, today first. */
const newestOn = [newest.slice(0, 13), newest.slice(13)];

/** The same numbers from 0 to 1 for everybody: mulberry32. */
function chance(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const patterns = ['flagged/explicit-1.png', 'flagged/explicit-2.png', 'flagged/drawn.png'];
const warnings = [
  'Sold with a replica weapon as a set.',
  'Not a counterfeit, receipt included.',
  'Film prop: a replica, no moving parts.',
];

/** How one picture is cut, so that no two of a month are alike. */
const lookOf = (random) => ({
  left: random() * 0.3,
  top: random() * 0.3,
  size: 0.62 + random() * 0.08,
  isMirrored: random() < 0.4,
  brightness: 0.94 + random() * 0.12,
  saturation: 0.85 + random() * 0.3,
});

/** Of so many uploads in a row one is of a kind that a person has to see; the rest are goods. */
function upload(index, random) {
  const number = 3_000 + index * 3;
  const look = lookOf(random);
  if (index % 18 === 7) return { file: patterns[Math.floor(index / 18) % patterns.length], title: `Upload ${number}`, tags: '' };
  if (index % 27 === 12) return { file: 'flagged/suggestive.png', title: `Swimwear, look ${number}`, tags: 'clothes' };
  const [file, titles, tags] = goods[Math.floor(random() * goods.length)];
  const title = `${titles[Math.floor(random() * titles.length)]}, no. ${number}`;
  const caption = index % 28 === 20 ? warnings[index % warnings.length] : undefined;
  return { file, title, tags, caption, look };
}

/** Uploads of the shop's importer, one on each of these days: its server was down, and no retry reached it. */
const importedOn = new Set([21, 9, 1]);

/**
 * What the shop uploads, day by day, the oldest first. The same for everybody but for the weekdays.
 * @param {number} days how many, with today; at least 2
 * @param {Date} now
 * @returns {{ ago: number, uploads: { title: string, file: string, tags: string, caption?: string, look?: object, at: Date }[] }[]}
 */
export function month(days, now) {
  const random = chance(17);
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  let index = 0;
  return Array.from({ length: days }, (_, place) => {
    const ago = days - 1 - place;
    const begin = today - ago * dayMs;
    const size = perWeekday[new Date(begin).getUTCDay()];
    const uploads = newestOn[ago]?.toReversed() ?? Array.from({ length: size }, () => upload(index++, random));
    if (importedOn.has(ago)) uploads.unshift({ ...upload(0, random), title: `Import row ${120 - ago}` });
    // Today is as long as it is by now.
    const [from, length] = ago === 0 ? [begin, now.getTime() - begin] : [begin + opensMs, openForMs];
    return {
      ago,
      uploads: uploads.map((one, order) => ({
        ...one,
        at: new Date(from + (length * (order + 0.2 + 0.6 * random())) / uploads.length),
      })),
    };
  });
}
