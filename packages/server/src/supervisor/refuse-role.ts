import { type Config, ConfigError } from '../config.ts';
import { serves } from '../config-roles.ts';

/**
 * What a machine that does a part of the work needs, because others do the rest: the database, the key that they share, and for whoever
 * sends mail a server that takes it. Analysis sends none and is not given it.
 */
function faultsOf(config: Config): string[] {
  const { role, databaseUrl, secretKey, smtpUrl } = config;
  if (role === 'all') return [];
  const lines: string[] = [];
  if (databaseUrl === null) lines.push(`ROLE: "${role}" needs DATABASE_URL: the embedded database serves one machine alone`);
  if (secretKey === null)
    lines.push(`SECRET_KEY: missing: ROLE "${role}" needs the key that all machines have, at least 32 random characters`);
  if (serves(config) && smtpUrl === null)
    lines.push(
      `SMTP_URL: missing: ROLE "${role}" needs an smtp:// or smtps:// address: mails in files are lost with the machine`,
    );
  return lines;
}

/** @throws ConfigError with one line for each thing that this machine lacks for its role */
export function refuseRole(config: Config): void {
  const lines = faultsOf(config);
  if (lines.length > 0) throw new ConfigError(lines.join('\n'));
}
