import { publicOrigin } from '../../shared/page/public-origin.ts';
import { docsAnswers, docsExamples, eventExamples, verifyExample } from '../docs/examples.ts';

const examples = docsExamples(publicOrigin());

/** Examples that guides share with /docs, under the label that they have there. A journey runs those of /docs and compares. */
const byLabel: Record<string, string> = {
  'keywords.sh': examples.keywords,
  'usage.sh': examples.usage,
  'upload.sh': examples.uploadFile,
  'upload-address.sh': examples.uploadUrl,
  'upload-later.sh': examples.uploadLater,
  'upload-retry.sh': examples.uploadRetry,
  'video.sh': examples.video,
  'frames.sh': examples.frames,
  'item.sh': examples.item,
  'flagged.sh': examples.flagged,
  'flagged-next.sh': examples.flaggedNext,
  'pass.sh': examples.pass,
  'fail.sh': examples.fail,
  'verify.mjs': verifyExample,
  'Answer (extract)': docsAnswers.upload,
  'Seconds of a video (extract)': docsAnswers.frames,
  ...Object.fromEntries(Object.entries(eventExamples).map(([event, text]) => [`${event} (extract)`, text])),
  '401 Unauthorized': docsAnswers.refused,
};

/** @throws Error when /docs has no example of that label */
export function exampleByLabel(label: string): string {
  const text = byLabel[label];
  if (text === undefined) throw new Error(`There is no example called ${label}`);
  return text;
}
