export type Mail = { to: string; subject: string; text: string; html: string };

/** Hands a mail over. @throws when it was not taken: the job is then retried. */
export type Mailer = { send(mail: Mail): Promise<void> };
