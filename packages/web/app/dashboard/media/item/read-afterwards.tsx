import type { KeywordCheck, ReadLater } from '@clearframe/contract';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Time } from '../../../shared/ui/time.tsx';

/** "casino, poker", or that a required keyword is missing. */
function whyFailed({ foundForbidden, missingRequired }: KeywordCheck): string {
  const found = foundForbidden.length > 0 ? [`Forbidden keywords found: ${foundForbidden.join(', ')}.`] : [];
  const missing = missingRequired.length > 0 ? ['No required keyword found.'] : [];
  return [...found, ...missing].join(' ');
}

/** That the text was read after the verdict, and what your lists would say of it now. */
export function ReadAfterwards({ later, passed, text }: { later: ReadLater; passed: boolean; text: string }) {
  const { at, keyword_check: check } = later;
  return (
    <>
      <p className="muted">
        {text === '' ? 'No text found.' : 'We read the text after the verdict.'} <Time at={at} as="dateTime" />
      </p>
      {passed && !check.passed ? (
        <Banner kind="warning" title="Your keyword lists would now fail this item">
          {whyFailed(check)} The verdict stays until somebody decides or analyses the item again.
        </Banner>
      ) : null}
    </>
  );
}
