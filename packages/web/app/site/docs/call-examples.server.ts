import { z } from 'zod';
import recorded from '../../../../../docs/api-examples.json?raw';
import ts from '../../../programs/calls.mts?raw';
import php from '../../../programs/calls.php?raw';
import py from '../../../programs/calls.py?raw';
import sh from '../../../programs/calls.sh?raw';
import { publicOrigin } from '../../shared/page/public-origin.ts';

export type CallProgram = { language: string; label: string; text: string };
export type CallAnswer = { label: string; text: string };

const files = [
  { language: 'curl', ending: 'sh', text: sh },
  { language: 'TypeScript', ending: 'mts', text: ts },
  { language: 'Python', ending: 'py', text: py },
  { language: 'PHP', ending: 'php', text: php },
];

/** A line such as `# apiUpload` begins the part of a call; `setup` is what all others need. */
const begins = /^(?:#|\/\/) (setup|api[A-Z]\w+)$/m;

/** Parts of a program by name. */
function partsOf(text: string): Map<string, string> {
  const [, ...parts] = text.split(begins);
  const pairs = parts.flatMap((name, place) => (place % 2 === 0 ? [[name, parts[place + 1]?.trim() ?? ''] as const] : []));
  return new Map(pairs);
}

const programs = files.map(({ text, ...file }) => ({ ...file, parts: partsOf(text) }));

/** What sends that call, in each language that has it; `setup` is what comes before all of them. */
export function programsOf(name: string): CallProgram[] {
  return programs.flatMap(({ language, ending, parts }) => {
    const text = parts.get(name);
    if (text === undefined) return [];
    // A shell knows no address of ours; programs read it from their environment.
    return [{ language, label: `${name}.${ending}`, text: text.replaceAll('$CLEARFRAME_URL', publicOrigin()) }];
  });
}

const Recorded = z.record(z.string(), z.object({ status: z.int(), reason: z.string(), body: z.unknown() }));
const answers = Recorded.parse(JSON.parse(recorded));

/** Of an item that several calls give, what tells it; the call that reads one shows it whole. */
const told = ['id', 'title', 'createdAt', 'moderationFlagged', 'needs_review'];
/** Of a list, and of a map with an entry for each category, so many are shown. */
const shownEntries = 2;
const byCategory = ['coverage', 'thresholds'];
const left = '…';

function cut(value: object, keep: readonly string[]): object {
  const entries = Object.entries(value);
  const kept = entries.filter(([name]) => keep.includes(name));
  return Object.fromEntries([...kept, [left, entries.length - kept.length]]);
}

/** The answer without what a reader knows from elsewhere. */
function shortened(isWhole: boolean, name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const shown = value
      .slice(0, shownEntries)
      .map((one) => shortened(isWhole, name === 'media_uploads' ? 'media_upload' : '', one));
    return value.length > shownEntries ? [...shown, `${left} ${value.length - shownEntries} more`] : shown;
  }
  if (name === 'media_upload' && !isWhole) return cut(value, told);
  if (byCategory.includes(name)) return cut(value, Object.keys(value).slice(0, shownEntries));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(isWhole, key, inner)]));
}

/** Calls by the order in which the programs tell of them: what a reader needs first comes first. */
export const callOrder: readonly string[] = [...(programs[0]?.parts.keys() ?? [])];

/** As people read it: what was left out is a comment. @param body what is shown of it */
function shownAnswer({ status, reason }: { status: number; reason: string }, body: unknown): CallAnswer {
  const text = JSON.stringify(body, null, 2);
  return {
    label: `${status} ${reason}`,
    text: text
      .replaceAll(/"…": (\d+)/g, '// … $1 more fields')
      .replaceAll(/"(… \d+ more)"/g, '// $1')
      .replaceAll('https://clearframe.invalid', publicOrigin()),
  };
}

/** What the server answered when the suite last recorded it, as people read it. */
export function answerOf(name: string): CallAnswer | null {
  const answer = answers[name];
  return answer ? shownAnswer(answer, shortened(name === 'apiGetMedia', '', answer.body)) : null;
}

const FirstBody = z.object({
  status: z.string(),
  data: z.looseObject({ media_upload: z.looseObject({}), moderation: z.looseObject({}) }),
});

/** Of the same answer, what a first program reads. */
export function firstAnswer(): CallAnswer | null {
  const answer = answers.apiUpload;
  if (!answer) return null;
  const { status, data } = FirstBody.parse(answer.body);
  const parts = { media_upload: cut(data.media_upload, ['id', 'title']), moderation: cut(data.moderation, ['passed', 'reason']) };
  return shownAnswer(answer, { status, data: cut({ ...data, ...parts }, Object.keys(parts)) });
}
