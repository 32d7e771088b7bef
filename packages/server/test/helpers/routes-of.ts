import type { FastifyInstance } from 'fastify';

type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
export type KnownRoute = { method: Method; url: string };

const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'];
const isMethod = (name: string): name is Method => methods.includes(name);

/** Every route of the server, read from the router itself: one that is added later is in the list without a word here. */
export function routesOf(app: FastifyInstance): KnownRoute[] {
  const routes: KnownRoute[] = [];
  const above: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', list = ''] = /^((?:│ {3}| {4})*)[└├]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    if (part === '') continue;
    const depth = indent.length / 4;
    above.length = depth;
    above.push(part);
    // The root is printed above all others, which repeat no slash of it.
    const url = above.join('').replace(/^\/+/, '/');
    for (const method of list.split(', ').filter(isMethod)) routes.push({ method, url });
  }
  return routes;
}

/** The route with something in the place of its parameters. */
export const addressOf = (url: string): string =>
  url.replace(/:id\b/g, '8c1ec6a0-8f7e-4f43-9f9e-9d9b0f0f0f0f').replace(/:\w+/g, 'x').replace('*', 'x');
