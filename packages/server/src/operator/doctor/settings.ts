import { desc, isNotNull } from 'drizzle-orm';
import type { Config } from '../../config.ts';
import { does, serves } from '../../config-roles.ts';
import type { Db } from '../../db/client.ts';
import { greetMailServer } from '../../mail/smtp.ts';
import { findSecretKey } from '../../security/secret-key.ts';
import { createSecrets } from '../../security/secrets.ts';
import { refusalOf } from '../../settings/agree-on-settings.ts';
import { differing, saidBy } from '../../settings/installed-settings.ts';
import { readSettings } from '../../settings/settings-row.ts';
import { refuseRole } from '../../supervisor/refuse-role.ts';
import { sealedColumns } from '../sealed-columns.ts';
import { type Finding, fault, ok, warning, wordsOf } from './finding.ts';

/** What each machine must have for its role, as a start asks for it. */
export function checkRole(config: Config): Finding[] {
  try {
    refuseRole(config);
    return [ok('settings', `Every variable is accepted. ROLE is ${config.role}.`)];
  } catch (error) {
    return wordsOf(error)
      .split('\n')
      .map((line) => fault('settings', line, 'Set the variable, or change ROLE. See .env.example.'));
  }
}

/** Whether there is a key. Nothing is made. */
export async function checkSecretKey(config: Config): Promise<Finding[]> {
  const key = await findSecretKey(config);
  if (key === null)
    return [warning('secret key', 'There is no key yet.', 'Start the server, which makes one in DATA_DIR, or set SECRET_KEY.')];
  return [ok('secret key', config.secretKey === null ? 'The key in DATA_DIR is readable.' : 'SECRET_KEY is set.')];
}

/** Whether the key opens what lies sealed in the database: the newest row of each kind. */
export async function checkSealed(config: Config, db: Db): Promise<Finding[]> {
  const key = await findSecretKey(config);
  if (key === null) return [];
  const secrets = createSecrets(key, config.previousKeys);
  const shut: string[] = [];
  let seen = 0;
  for (const { what, use, table, id, column } of sealedColumns) {
    const [row] = await db.select({ text: column }).from(table).where(isNotNull(column)).orderBy(desc(id)).limit(1);
    if (!row) continue;
    seen += 1;
    try {
      secrets.open(use, String(row.text));
    } catch {
      shut.push(what);
    }
  }
  const check = 'sealed rows';
  if (shut.length > 0)
    return [
      fault(
        check,
        `SECRET_KEY does not open ${shut.join(', ')} of the database.`,
        'Put the right key back, or list it in SECRET_KEY_PREVIOUS. See docs/secret-key.md.',
      ),
    ];
  return [ok(check, seen === 0 ? 'Nothing is sealed yet.' : 'The key opens what is sealed in the database.')];
}

/** Greets the mail server and signs in. No mail is sent. */
export async function checkMail(config: Config): Promise<Finding[]> {
  const { smtpUrl, localMode } = config;
  const check = 'mail';
  if (smtpUrl !== null) {
    await greetMailServer(smtpUrl);
    return [ok(check, 'The mail server answers, and takes the sign-in.')];
  }
  if (!serves(config)) return [ok(check, 'This machine sends none.')];
  const found = 'No mail server is set: mails become files in DATA_DIR/outbox.';
  return localMode ? [ok(check, found)] : [warning(check, found, 'Set SMTP_URL, or nobody gets a mail.')];
}

const answerMs = 8_000;

/** Whether people can reach the server by its own address. Asked from here, so a warning at most. */
export async function checkPublicUrl(config: Config): Promise<Finding[]> {
  const { publicUrl, localMode } = config;
  if (!does(config, 'http')) return [];
  const check = 'public address';
  if (!localMode && publicUrl.startsWith('http:'))
    return [
      warning(check, `${publicUrl} is not encrypted.`, 'Put a proxy with TLS in front, and set PUBLIC_URL to its https address.'),
    ];
  const answer = await fetch(`${publicUrl}/healthz`, { redirect: 'manual', signal: AbortSignal.timeout(answerMs) }).then(
    async (response) =>
      response.ok && (await response.text()).includes('"status":"ok"') ? null : `answers with ${response.status}`,
    (error: unknown) => `does not answer: ${wordsOf(error instanceof Error && error.cause ? error.cause : error)}`,
  );
  if (answer === null) return [ok(check, `${publicUrl} answers.`)];
  const mend = 'Start the server. If it runs, check PUBLIC_URL, the name in DNS, the proxy and its certificate.';
  return [warning(check, `${publicUrl} ${answer}.`, mend)];
}

const installedCheck = 'installation settings';

/** Whether the next start with these settings is let in. */
function judgeInstalled(differ: readonly string[], role: string): Finding {
  if (differ.length === 0) return ok(installedCheck, 'These settings are those of the installation.');
  const names = differ.join(', ');
  if (role !== 'all') return fault(installedCheck, `Not as the installation has it: ${names}.`, refusalOf(differ));
  const mend = 'Restart the server, which takes them over where it is the only machine. To compare: clearframe settings show';
  return warning(installedCheck, `Not as the server started last: ${names}.`, mend);
}

export async function checkInstalledSettings(config: Config, db: Db): Promise<Finding[]> {
  const installed = await readSettings(db);
  if (installed === null) return [ok(installedCheck, 'No machine has said them yet. The next start writes them.')];
  const own = saidBy({ ...config, secretKey: await findSecretKey(config) });
  return [judgeInstalled(differing(installed.values, own), config.role)];
}
