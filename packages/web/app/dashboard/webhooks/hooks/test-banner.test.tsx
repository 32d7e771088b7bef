import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TestBanner, type TestOutcome } from './test-banner.tsx';

const payload = { event: 'media.analysis.completed' };
const textOf = (outcome: TestOutcome) =>
  /<p>(.*?)<\/p>/.exec(renderToStaticMarkup(<TestBanner outcome={outcome} onDismiss={() => undefined} />))?.[1];

it('HOOK-01 says beside the answer to a test that the log, where people look for it, keeps none', () => {
  const [refused, answered] = ['The endpoint answered 502 Bad Gateway.', 'The endpoint answered 200 after 0.1 s.'];
  expect(textOf({ success: false, message: refused, payload })).toBe(`${refused} The delivery log keeps no tests.`);
  expect(textOf({ success: true, message: answered, payload })).toBe(`${answered} The delivery log keeps no tests.`);
  expect(textOf({ success: false, message: 'Your role does not allow this', payload: null })).toBe(
    'Your role does not allow this',
  );
});
