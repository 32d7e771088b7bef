/** The voice: sentences, phrases and headings of every Markdown file, and of every string that a person reads. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { root } from './lib/root.mjs';
import { givenTexts, keptTexts, mostWords, phrases } from './lib/voice-rules.mjs';

/** Where people write, beside the documents at the top. */
const written = ['packages', 'bench', 'docs', 'deploy'];
const skipped = new Set(['node_modules', 'build', '.react-router', 'migrations', 'test-results', 'test', 'fixtures', 'prepared']);
const isSource = (file) => /^packages\/[^/]+\/(src|app)\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file);

function* filesBelow(folder, names = readdirSync(folder)) {
  for (const name of names) {
    const path = join(folder, name);
    if (skipped.has(name) || !existsSync(path)) continue;
    if (statSync(path).isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

const refused = phrases.map(([phrase, instead]) => ({ pattern: new RegExp(`(?<![\\w-])(${phrase})(?![\\w-])`, 'i'), instead }));

/** Names of code and addresses are no words of ours: each counts as one. */
const asProse = (text) =>
  text
    .replace(/`[^`]*`/g, 'code')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/https?:\/\/\S+/g, 'address')
    .replace(/\s+/g, ' ')
    .trim();

/** What is wrong with one piece of prose. A list of words is no sentence, and cells of a table are notes: their length is free. */
function proseProblems(text, { isRow = false } = {}) {
  const prose = asProse(text);
  const said = refused.flatMap(({ pattern, instead }) => {
    const match = pattern.exec(prose);
    return match ? [`says "${match[0].trim()}"; write ${instead}`] : [];
  });
  if (isRow) return said;
  const long = prose
    .split(/(?<=[.:!?]["')\]*]*)\s/)
    .map((sentence) => ({ sentence, count: sentence.split(' ').filter((word) => /[\p{L}\d]/u.test(word)).length }))
    .filter(({ sentence, count }) => count > mostWords && /[\p{Lu}.,:;!?]/u.test(sentence))
    .map(({ sentence, count }) => `has a sentence of ${count} words: "${sentence.slice(0, 60)}…"`);
  return [...said, ...long];
}

/** Paragraphs, list items, rows and headings of a Markdown text, each with the line on which it begins. */
function* blocksOf(text) {
  let block = null;
  let isCode = false;
  for (const [at, line] of [...text.split('\n'), ''].entries()) {
    const isFence = /^\s*```/.test(line);
    const begins = isFence || isCode || /^\s*$|^\s*(?:[-*]|\d+\.)\s|^\s*\||^#/.test(line);
    if (begins && block) yield block;
    if (begins) block = null;
    if (isFence) isCode = !isCode;
    else if (!isCode && line.trim() !== '') block = { line: block?.line ?? at + 1, text: block ? `${block.text} ${line}` : line };
  }
}

function markdownProblems(file, text) {
  return [...blocksOf(text)].flatMap((block) => {
    const problems = proseProblems(block.text, { isRow: block.text.trimStart().startsWith('|') });
    if (/^#+ What\b/.test(block.text)) problems.push('has a heading that begins with "What"');
    return problems.map((problem) => `${file}:${block.line}: ${problem}`);
  });
}

/** Texts for PostgreSQL, for browsers' style and for programs: no prose. */
const isForMachines = (text) => /^\s*(select|update|insert|delete|copy|with|alter|create|do \$)\b|^\s*:root|[;{]$/i.test(text);

/** Strings of a source that may be sentences: at least three words. Tags of markup separate texts, and so do lines. */
function stringsOf(file, source) {
  const found = [];
  const queries = [];
  const take = (node, text) => {
    if (isForMachines(text)) return;
    const lines = text.split(/\n\s*|<[^<>]+>/).filter((line) => line.trim().split(/\s+/).length >= 3);
    found.push(...lines.map((line) => ({ at: node.start, text: line })));
  };
  new Visitor({
    TaggedTemplateExpression: (node) => queries.push(node),
    Literal: (node) => typeof node.value === 'string' && take(node, node.value),
    JSXText: (node) => take(node, node.value),
    TemplateLiteral: (node) => take(node, node.quasis.map((part) => part.value.cooked ?? '').join('X')),
  }).visit(parseSync(file, source).program);
  return found.filter(({ at }) => !queries.some((query) => query.start <= at && at < query.end));
}

const plain = (text) => text.replace(/\s+/g, ' ').replace(/[“”]/g, '"').trim();

function sourceProblems(file, source, given) {
  return stringsOf(file, source).flatMap(({ at, text }) => {
    if (given.includes(plain(text))) return [];
    const line = source.slice(0, at).split('\n').length;
    return proseProblems(text).map((problem) => `${file}:${line}: ${problem}`);
  });
}

/** Every violation below `base`, one line each: file, line, and what to write instead. */
export function voiceViolations(base = root) {
  const given = plain(
    givenTexts.map((file) => (existsSync(join(base, file)) ? readFileSync(join(base, file), 'utf8') : '')).join('\n'),
  );
  const found = [];
  for (const path of filesBelow(base, [...written, ...readdirSync(base).filter((name) => name.endsWith('.md'))])) {
    const file = relative(base, path);
    if (givenTexts.includes(file) || keptTexts.some((kept) => file.startsWith(kept))) continue;
    if (file.endsWith('.md')) found.push(...markdownProblems(file, readFileSync(path, 'utf8')));
    else if (isSource(file)) found.push(...sourceProblems(file, readFileSync(path, 'utf8'), given));
  }
  return found;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = voiceViolations();
  for (const line of found) console.error(line);
  process.exitCode = found.length === 0 ? 0 : 1;
}
