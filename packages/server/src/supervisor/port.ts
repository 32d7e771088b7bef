import { createServer } from 'node:net';

/**
 * Whether the server may listen there, asked before the slow parts start.
 * @param names the variables that say where
 * @returns null, or the sentence that says why not
 */
export function portProblem(port: number, host: string, names = { port: 'PORT', host: 'HOST' }): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        resolve(`Port ${port} on ${host} is taken. Stop what uses it, or set ${names.port} to another one.`);
      else if (error.code === 'EACCES')
        resolve(`Port ${port} may not be opened by this user. Set ${names.port} to one above 1023.`);
      else resolve(`Cannot listen on ${host}:${port} (${error.code ?? error.message}). Check ${names.host} and ${names.port}.`);
    });
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}
