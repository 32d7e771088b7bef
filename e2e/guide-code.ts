import { readdirSync, readFileSync } from 'node:fs';

/** A block of code in a guide, as its file has it: "```sh health.sh" is of the language `sh` and has the label `health.sh`. */
export type GuideCode = { guide: string; language: string; label: string; text: string };

const folder = new URL('../packages/web/content/guides/', import.meta.url);

/** Runs a file of that ending, by the language of a fence. A guide may use these words for programs of its own. */
export const interpreters: Record<string, readonly string[]> = {
  sh: ['bash', '-e'],
  mts: [process.execPath, '--experimental-strip-types', '--no-warnings'],
  py: ['python3'],
};
/** Taken from /docs, whose journeys run them; and what nobody can run: settings, output, what operators type on their machines. */
const notRunHere: readonly string[] = ['example', 'programs', 'env', 'yaml', 'nginx', 'json', 'text', 'output', 'shell', 'sql'];
/** What betrays a request or a program under a word that says it is none. */
const isProgram = /\bcurl\b|^\s*(import|from) \w|\bfetch\(|\brequests\.|<\?php/m;

/** Every block of code in every guide. */
export function codeOfGuides(): GuideCode[] {
  return readdirSync(folder).flatMap((name) => {
    const fences = readFileSync(new URL(name, folder), 'utf8').matchAll(/^```([^\n]*)\n([\s\S]*?)^```/gm);
    return [...fences].map(([, info = '', text = '']) => {
      const [language = '', ...label] = info.split(' ');
      return { guide: name.replace('.md', ''), language, label: label.join(' '), text: text.trimEnd() };
    });
  });
}

/** What is wrong with a block: nobody would run it. @returns null when it is run, or cannot be */
export function whyNotRun({ language, label, text }: GuideCode): string | null {
  if (language in interpreters) return label.endsWith(`.${language}`) ? null : `its label has to end in .${language}`;
  if (!notRunHere.includes(language))
    return `nobody runs "${language}": use ${Object.keys(interpreters).join(', ')} or an example of /docs`;
  return isProgram.test(text) ? `it is a program, but "${language}" is not run` : null;
}
