type Entry = { title: string; text: string };

export const values: readonly Entry[] = [
  { title: 'Say why', text: 'A verdict comes with its scores, the thresholds that decided and the words that were found.' },
  { title: 'Say what was not seen', text: 'A category that was not assessed is named. Silence is never a clean bill.' },
  {
    title: 'Keep pictures at home',
    text: 'The analysis runs on the machine of whoever runs Clearframe. No picture has to leave it.',
  },
  {
    title: 'Leave the last word',
    text: 'A person can pass or fail anything, and every decision is kept with its time and its maker.',
  },
];

/** PUB-04: 2022 to 2024. */
export const story: readonly (Entry & { year: string })[] = [
  {
    year: '2022',
    title: 'The question',
    text: 'Moderators saw a colour and a number and had to trust them. We asked what a verdict needs so that a person can check it.',
  },
  {
    year: '2023',
    title: 'The light table',
    text: 'The picture beside its reasons, one frame at a time: the form that the review still has.',
  },
  {
    year: '2024',
    title: 'One path for every upload',
    text: 'Dashboard and API were put on the same path, so that both are judged, charged and logged alike.',
  },
];

/** Roles; nobody is named. */
export const teams: readonly { role: string; text: string }[] = [
  { role: 'Engine', text: 'Decodes, scores and describes pictures, and measures how often that is right.' },
  { role: 'Product', text: 'The dashboard, the review and the words in them, by keyboard and on a phone as well.' },
  { role: 'Platform and security', text: 'Sign-in, limits, webhooks and storage, and the tests that try to break them.' },
  { role: 'Support', text: 'Answers whoever writes, and turns what they trip over into changes.' },
];
