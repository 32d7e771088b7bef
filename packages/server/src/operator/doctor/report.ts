import type { Config } from '../../config.ts';
import type { Finding, Level } from './finding.ts';

const words: Record<Level, string> = { ok: 'ok', warning: 'warning', fault: 'FAULT' };
/** A shorter one is part of too many words. */
const secretMinLength = 4;

function passwordOf(address: string | null): string[] {
  if (address === null || !URL.canParse(address)) return [];
  const { password } = new URL(address);
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}

/** Everything of the settings that nobody else may read. */
function secretsOf(config: Config): string[] {
  const { databaseUrl, directUrl, smtpUrl, secretKey, previousKeys, s3 } = config;
  const found = [
    ...[databaseUrl, directUrl, smtpUrl].flatMap(passwordOf),
    secretKey,
    ...previousKeys,
    s3?.credentials?.secretAccessKey,
  ];
  return found.filter((one) => typeof one === 'string').filter((one) => one.length >= secretMinLength);
}

/** Findings hold words of other programs, which may repeat what they were given: a secret among them becomes `***`. */
export function withoutSecrets(findings: readonly Finding[], config: Config): Finding[] {
  const secrets = secretsOf(config);
  const clean = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
  return findings.map((one) => (one.level === 'ok' ? one : { ...one, found: clean(one.found) }));
}

const worst = (findings: readonly Finding[]): Level =>
  findings.some(({ level }) => level === 'fault')
    ? 'fault'
    : findings.some(({ level }) => level === 'warning')
      ? 'warning'
      : 'ok';

/** A line for each check, what to do about it below, and a line of counts. */
export function linesOf(findings: readonly Finding[]): string[] {
  const width = Math.max(0, ...findings.map(({ check }) => check.length));
  const indent = ' '.repeat('warning'.length + width + 4);
  const lines = findings.flatMap(({ check, level, found, mend }) => [
    `${words[level].padEnd('warning'.length)}  ${check.padEnd(width)}  ${found}`,
    ...(mend === null ? [] : [`${indent}→ ${mend}`]),
  ]);
  const count = (level: Level) => findings.filter((one) => one.level === level).length;
  const plural = (many: number, word: string) => `${many} ${word}${many === 1 ? '' : 's'}`;
  return [...lines, '', `${count('ok')} ok, ${plural(count('warning'), 'warning')}, ${plural(count('fault'), 'fault')}.`];
}

/** The same for programs: one document. */
export const jsonOf = (findings: readonly Finding[]): string =>
  JSON.stringify({ status: worst(findings), checks: findings }, null, 2);

/** 1 on a fault; a warning is none. */
export const exitCodeOf = (findings: readonly Finding[]): number => (worst(findings) === 'fault' ? 1 : 0);
