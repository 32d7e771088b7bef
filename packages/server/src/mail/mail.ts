/** `replyTo` is one mail address, checked before: whom an answer goes to. */
export type Mail = { to: string; subject: string; text: string; html: string; replyTo?: string | undefined };

/**
 * Hands a mail over.
 * @param id names the mail in its Message-ID, so that one which is sent again is seen as the same
 */
export type Mailer = {
  /** @throws MailFault when it was not taken */
  send(mail: Mail, id?: string): Promise<void>;
  /** Ends its connections. */
  close(): Promise<void>;
};

/**
 * A mail that was not taken. The words are safe for the log: a mail server's own sentence mostly repeats the address.
 * `isPermanent` = the server will never take it (no such box); else it is worth another try.
 */
export class MailFault extends Error {
  override name = 'MailFault';
  readonly isPermanent: boolean;

  constructor(what: string, isPermanent: boolean) {
    super(what);
    this.isPermanent = isPermanent;
  }
}
