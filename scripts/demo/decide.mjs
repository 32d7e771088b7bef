/** @typedef {'known' | 'category' | 'keyword' | 'review' | 'sample'} Kind why an item waits for a person */

/** @returns {Kind} */
function kindOf({ moderationFlagged, needs_review, moderation }) {
  if (!moderationFlagged) return needs_review ? 'review' : 'sample';
  if (moderation.match?.applied) return 'known';
  return moderation.keyword_check.passed ? 'category' : 'keyword';
}

/** Which of a kind are failed, counted from 0: people agree with most flags, and find little in the sample. */
const isFailed = {
  known: () => true,
  category: (count) => count % 7 !== 4,
  keyword: (count) => count % 2 === 0,
  review: () => false,
  sample: (count) => count === 9,
};

const notes = {
  fail: {
    known: 'The same picture again.',
    category: 'Against the rules of the shop.',
    keyword: 'No replicas in this shop.',
    sample: 'Not the seller’s own photo.',
  },
  pass: {
    category: 'A pattern, nothing in it.',
    keyword: 'A toy, sold as one.',
    review: 'Catalogue picture.',
    sample: 'As described.',
  },
};

/** Decisions that screens show, by the title of the item: made in this order, before any other. */
const named = {
  'Upload 4471': { verdict: 'fail', note: 'Confirmed.', by: 2 },
  'Beachwear, front': { verdict: 'pass', note: 'Catalogue picture.', by: 0 },
};

/** Who decides next, of Ines, Tom and the owner. */
const turns = [0, 1, 0, 0, 1, 0, 1, 2];

/** Decides as the three people of the shop would, the oldest item first. */
export function createDecider({ owner, team }) {
  const people = [...team, owner];
  const counts = {};
  let decided = 0;

  function choose(item) {
    const kind = kindOf(item);
    const count = counts[kind] ?? 0;
    counts[kind] = count + 1;
    const verdict = isFailed[kind](count) ? 'fail' : 'pass';
    return { verdict, note: count % 3 === 0 ? notes[verdict][kind] : undefined, by: turns[decided % turns.length] };
  }

  /** @param {number} keep how many of those that wait are left to whoever looks around */
  async function decideAllBut(keep) {
    const path = '/media?status=undecided&sort=oldest&limit=100';
    const { media_uploads: waiting } = await owner.call('GET', path);
    const ofName = Object.keys(named).flatMap((name) => waiting.filter(({ title }) => title === name));
    const queue = [...ofName, ...waiting.filter((item) => !ofName.includes(item))];
    for (const item of queue.slice(0, Math.max(0, waiting.length - keep))) {
      const { verdict, note, by } = named[item.title] ?? choose(item);
      await people[by].call('POST', `/media/${item.id}/${verdict}`, note ? { note } : {});
      decided += 1;
    }
  }
  return { decideAllBut, decided: () => decided };
}
