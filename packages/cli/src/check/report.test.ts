import { stripVTControlCharacters } from 'node:util';
import { type Analysis, type Category, type Coverage, categoryNames } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { exitCodeOf, strongestCategory, verdictOf } from '../verdict.ts';
import { columnsOf } from './columns.ts';
import { byLikelihood, jsonOf, lookOf, problemsOf, progressOf, rowOf, summaryOf, tableOf } from './report.ts';

const coverage = Object.fromEntries(categoryNames.map((name) => [name, 'not_assessed'])) as Record<Category, Coverage>;

function checked(label: string, scores: Analysis['scores']) {
  const analysis: Analysis = {
    kind: 'jpeg',
    width: 1,
    height: 1,
    frames_analysed: 1,
    scores,
    coverage: { ...coverage, sexual_explicit: 'assessed', sexual_suggestive: 'assessed' },
    description: '',
    text: '',
    processing_time_ms: 1,
    analysis_version: 'x',
  };
  return { label, outcome: { analysis, runs: [] } };
}

const safe = checked('safe.jpg', { sexual_explicit: 0.1, sexual_suggestive: 0.2, synthetic: 0.9 });
const review = checked('review.jpg', { sexual_explicit: 0.5, sexual_suggestive: 0.2 });
const flagged = checked('flagged.jpg', { sexual_explicit: 0.9, sexual_suggestive: 0.1 });
const broken = { label: 'broken.jpg', outcome: { problem: 'It is damaged' } };
const pipe = { colour: false, width: null };
const terminal = { colour: true, width: 80 };
const plain = (text: string) => stripVTControlCharacters(text);

describe('verdicts', () => {
  it('follow the default thresholds', () => {
    expect([safe, review, flagged, broken].map(({ outcome }) => verdictOf(outcome))).toEqual([
      'safe',
      'review',
      'flagged',
      'error',
    ]);
  });

  it('name the strongest category that decides anything', () => {
    expect(strongestCategory({ sexual_explicit: 0.1, sexual_suggestive: 0.2, synthetic: 0.9 })).toEqual({
      label: 'Sexually suggestive',
      score: 0.2,
    });
    expect(strongestCategory({ synthetic: 0.9 })).toBeNull();
  });

  it('give exit code 0 for safe and review, 2 for an error or nothing at all, 1 whenever something is flagged', () => {
    expect(exitCodeOf([safe, review])).toBe(0);
    expect(exitCodeOf([safe, broken])).toBe(2);
    expect(exitCodeOf([])).toBe(2);
    expect(exitCodeOf([broken, flagged, safe])).toBe(1);
  });
});

describe('the report', () => {
  it('gives a row a picture: verdict, likeliest category, score, name', () => {
    expect(rowOf(flagged, pipe)).toBe('✗ flagged      Sexually explicit        0.90   flagged.jpg\n');
    expect(rowOf(safe, pipe)).toBe('✓ safe         Sexually suggestive      0.20   safe.jpg\n');
    expect(rowOf(review, pipe)).toContain('? review       Sexually explicit        0.50');
    expect(rowOf(broken, pipe)).toContain('! not checked  see below');
    const hostile = { label: 'x.jpg', outcome: { problem: 'EIO, read \u001b]0;title\u0007.jpg' } };
    expect(problemsOf([hostile])).not.toMatch(/(?!\n)\p{Cc}/u);
  });

  it('puts the likeliest first, and a failure never among the safe ones', () => {
    const worse = checked('worse.jpg', { sexual_explicit: 0.99 });
    const labels = byLikelihood([safe, broken, review, flagged, worse]).map(({ label }) => label);
    expect(labels).toEqual(['worse.jpg', 'flagged.jpg', 'review.jpg', 'broken.jpg', 'safe.jpg']);
  });

  it('fits 80 columns of a terminal, wide letters too, and gives a pipe whole names', () => {
    const long = { ...safe, label: `${'folder/'.repeat(20)}end.jpg` };
    const wide = { ...flagged, label: `${'写真'.repeat(30)}🍐.jpg` };
    const lines = plain(tableOf([long, wide, review], terminal)).split('\n');
    for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(80);
    expect(lines.join('\n')).toMatch(/…\S*end\.jpg$/m);
    expect(tableOf([long], pipe)).toContain(long.label);
  });

  it('says below the table why something was not checked, in whole', () => {
    expect(plain(tableOf([broken], terminal))).toContain('\nNot checked:\n  broken.jpg: It is damaged\n');
  });

  it('has colours on a terminal alone, and none with NO_COLOR', () => {
    const write = () => undefined;
    expect(lookOf({ write, isTTY: true, columns: 120 })).toEqual({ colour: true, width: 120 });
    expect(lookOf({ write, isTTY: true }, { NO_COLOR: '1' })).toEqual({ colour: false, width: 80 });
    expect(lookOf({ write, isTTY: true }, { NO_COLOR: '' }).colour).toBe(true);
    expect(lookOf({ write })).toEqual(pipe);
    expect(rowOf(flagged, terminal)).toContain('\x1b[31m✗ flagged');
  });

  it('lets no file name command the terminal', () => {
    const line = rowOf({ ...safe, label: 'a\x1b[2Jb\nc.jpg' }, pipe);
    expect(line).toContain('ab�c.jpg');
    expect(line).not.toContain('\x1b');
    const turned = rowOf({ ...safe, label: 'pear\u202Egpj.exe' }, pipe);
    expect(turned, 'nor turn the direction of its own ending').toContain('pear�gpj.exe');
  });

  it('counts, and says once what was assessed and what was not', () => {
    const summary = summaryOf([flagged, safe, safe, broken]);
    expect(summary).toContain('1 flagged, 1 not checked, 2 safe\n');
    expect(summary).toContain('Assessed: sexually explicit, sexually suggestive.\n');
    expect(summary).toMatch(/Not assessed: nudity, violence, .*minor safety, drawn or generated\.\n/);
    expect(summaryOf([broken])).not.toContain('Assessed');
  });

  it('as JSON holds every result, errors too', () => {
    const document = JSON.parse(jsonOf([flagged, broken]));
    expect(document.policy_version).toBe('default-1');
    expect(document.results).toMatchObject([
      { target: 'flagged.jpg', verdict: 'flagged', error: null, analysis: { scores: { sexual_explicit: 0.9 } } },
      { target: 'broken.jpg', verdict: 'error', error: 'It is damaged', analysis: null },
    ]);
  });

  it('draws progress on one line', () => {
    expect(progressOf(0, 4)).toContain(`[${'░'.repeat(24)}] 0 of 4`);
    expect(progressOf(2, 4)).toContain(`[${'█'.repeat(12)}${'░'.repeat(12)}] 2 of 4`);
  });
});
