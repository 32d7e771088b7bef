import { readFileSync } from 'node:fs';

export type SmtpOptions = {
  host: string;
  port: number;
  /** TLS from the first byte. */
  secure: boolean;
  /** Nothing is sent unless STARTTLS succeeds. */
  requireTLS: boolean;
  auth?: { user: string; pass: string };
  /** The certificate must be valid and of that host, always. */
  tls: { servername?: string; ca?: string };
};

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/**
 * What SMTP_URL says: `smtp://user:password@host:587` (STARTTLS) or `smtps://…` (TLS from the start). A password goes over an
 * encrypted connection only, unless the server is this machine or `?requireTLS=false` says otherwise: an address without this
 * would hand it to whoever sits between. `?ca=/path/file.pem` trusts a certificate authority of one's own.
 * @throws when the file of `ca` cannot be read
 */
export function readSmtpUrl(text: string): SmtpOptions {
  const url = new URL(text);
  const secure = url.protocol === 'smtps:';
  const auth = url.username === '' ? null : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
  const ca = url.searchParams.get('ca');
  const asked = url.searchParams.get('requireTLS');
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && (asked === null ? auth !== null && !loopback.includes(url.hostname) : asked === 'true'),
    ...(auth ? { auth } : {}),
    tls: ca === null ? {} : { ca: readFileSync(ca, 'utf8') },
  };
}
