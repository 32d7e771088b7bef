import { expect, it } from 'vitest';
import { findSections } from './search-entries.ts';
import { searchIndex } from './search-index.server.tsx';

/** What people type, and the page that answers it. The part of the page does not count. */
const questions: readonly [question: string, page: string][] = [
  ['quick start', '/docs'],
  ['authentication', '/docs'],
  ['media upload', '/docs'],
  ['manual approval', '/docs'],
  ['error handling', '/docs'],
  ['keyword settings', '/docs'],
  ['how do I get a first verdict', '/docs/guides/first-verdict'],
  ['reading a verdict', '/docs/guides/reading-a-verdict'],
  ['moderate a marketplace', '/docs/guides/marketplace'],
  ['text in pictures', '/docs/guides/analyser'],
  ['what if I change a limit', '/docs/guides/what-if'],
  ['nsfwjs', '/docs/guides/migrate-from-nsfwjs'],
  ['keyword filters', '/docs/guides/keyword-filters'],
  ['dating app', '/docs/guides/dating-app'],
  ['known pictures', '/docs/guides/known-pictures'],
  ['how alike is a copy', '/docs/guides/known-pictures'],
  ['what does a video cost', '/docs/guides/video'],
  ['troubleshooting', '/docs/guides/troubleshooting'],
  ['accuracy', '/docs/accuracy'],
  ['measure quality', '/docs/guides/measure-quality'],
  ['verify a webhook', '/docs/guides/webhooks'],
  ['webhook retries', '/docs'],
  ['errors and retries', '/docs/guides/errors-and-retries'],
  ['rate limits', '/docs/guides/limits'],
  ['other analysers', '/docs/guides/other-analysers'],
  ['migrate from rekognition', '/docs/guides/migrate-from-rekognition'],
  ['ollama', '/docs/guides/connect-ollama'],
  ['self-hosting', '/docs/guides/self-hosting'],
  ['behind a proxy', '/docs/guides/behind-a-proxy'],
  ['files in S3', '/docs/guides/self-hosting'],
  ['docker compose', '/docs/guides/containers'],
  ['kubernetes', '/docs/guides/kubernetes'],
  ['move to my own postgresql', '/docs/guides/own-postgresql'],
  ['restore a backup', '/docs/guides/backup'],
  ['upgrade', '/docs/guides/upgrade'],
  ['security', '/docs/guides/security'],
  ['billing', '/docs/guides/billing'],
  ['invoices', '/docs/guides/billing'],
  ['POST /api/v1/upload', '/docs/api'],
  ['list items newest first', '/docs/api'],
];

const entries = searchIndex();

it('PUB-06 finds the right page first for each of forty questions', () => {
  const pageOf = (path = '') => path.split('#')[0];
  expect(questions).toHaveLength(40);
  const wrong = questions.flatMap(([question, page]) => {
    const [first] = findSections(entries, question);
    return pageOf(first?.path) === page ? [] : `${question}: ${first?.path ?? 'nothing'}`;
  });
  expect(wrong).toEqual([]);
});
