import type { Tx } from '../db/client.ts';
import type { Queue } from '../queue/index.ts';
import type { Secrets } from '../security/secrets.ts';
import type { Mail } from './mail.ts';

/**
 * Has the mail sent by a worker, with the transaction that decided it. It lies sealed in the queue: mails hold codes and links
 * that must not be readable in the database (SEC-08).
 */
export async function queueMail({ queue, secrets }: { queue: Queue; secrets: Secrets }, mail: Mail, tx: Tx): Promise<void> {
  await queue.add('send-mail', { sealed: secrets.seal('mail', JSON.stringify(mail)) }, { tx });
}
