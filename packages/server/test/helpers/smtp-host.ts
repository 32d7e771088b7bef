import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

type ReceivedMail = { from: string; to: string[]; source: string; user: string | undefined; isSecure: boolean };

export type SmtpHost = {
  port: number;
  received: ReceivedMail[];
  /** Connections so far. */
  connections(): number;
  /** What the next recipients whose address contains the key are answered: a code with its words. */
  answers: Map<string, { code: number; words: string }>;
  stop(): Promise<void>;
};

/** A mail server that takes the user `me` with the password `p@ss`. Over TLS when `options` hold a key. */
export async function startSmtpHost(options: SMTPServerOptions = {}, port = 0): Promise<SmtpHost> {
  const received: ReceivedMail[] = [];
  const answers: SmtpHost['answers'] = new Map();
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    // Clients keep connections for their next mail.
    closeTimeout: 100,
    disabledCommands: options.key ? [] : ['STARTTLS'],
    ...options,
    onConnect(_session, done) {
      connections += 1;
      done();
    },
    onAuth: ({ username, password }, _session, done) =>
      password === 'p@ss' ? done(null, { user: username ?? '' }) : done(new Error('wrong')),
    onRcptTo({ address }, _session, done) {
      const [, answer] = [...answers].find(([part]) => address.includes(part)) ?? [];
      done(answer ? Object.assign(new Error(`${answer.words} <${address}>`), { responseCode: answer.code }) : null);
    },
    async onData(stream, session, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      const { mailFrom, rcptTo } = session.envelope;
      received.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        source: Buffer.concat(chunks).toString('utf8'),
        user: session.user,
        isSecure: session.secure,
      });
      done();
    },
  });
  // A client that does not trust the certificate breaks off.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    received,
    answers,
    connections: () => connections,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
