import { type Finding, fault, wordsOf } from './finding.ts';

export type Checked = {
  /** Names what is reported when the work throws or hangs. */
  check: string;
  mend: string;
  work(): Promise<Finding[]>;
};

const sentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`);

/** Runs one check. Whatever it does, there is an answer in time: a check that hangs is a fault, and the others go on. */
export async function bounded({ check, mend, work }: Checked, limitMs: number): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding[]>((resolve) => {
    timer = setTimeout(() => resolve([fault(check, `No answer within ${limitMs / 1_000} s.`, mend)]), limitMs);
  });
  try {
    return await Promise.race([work(), late]);
  } catch (error) {
    return [fault(check, sentence(wordsOf(error)), mend)];
  } finally {
    clearTimeout(timer);
  }
}
