/** What one process told, in Prometheus' text format. */
export type Told = { process: string; text: string };

type Family = { head: string[]; samples: string[] };

/** `name{a="b"} 1` → `name{process="api",a="b"} 1` */
const withProcess = (sample: string, process: string): string =>
  sample.replace(/^([A-Za-z_:][\w:]*)(?:\{(.*)\}(?= ))?/, (_all, name: string, labels: string | undefined) => {
    const all = [`process="${process}"`, ...(labels ? [labels] : [])];
    return `${name}{${all.join(',')}}`;
  });

/**
 * One text of what several processes of a machine told. The format wants all samples of a name together. A label says whose each is:
 * a sum over processes would fall whenever one is replaced, and a counter that falls counts as one that began anew.
 */
export function mergeMetrics(told: readonly Told[]): string {
  const families = new Map<string, Family>();
  for (const { process, text } of told) {
    let family: Family = { head: [], samples: [] };
    for (const line of text.split('\n')) {
      const name = /^# (?:HELP|TYPE) (\S+)/.exec(line)?.[1];
      if (name !== undefined) {
        family = families.get(name) ?? { head: [], samples: [] };
        families.set(name, family);
        if (family.samples.length === 0 && !family.head.includes(line)) family.head.push(line);
      } else if (line !== '') family.samples.push(withProcess(line, process));
    }
  }
  return [...families.values()]
    .filter(({ samples }) => samples.length > 0)
    .map(({ head, samples }) => `${[...head, ...samples].join('\n')}\n`)
    .join('');
}
