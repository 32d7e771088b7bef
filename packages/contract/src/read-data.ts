import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

/** What `data` of a success of that endpoint holds. */
export type EndpointData<E extends Endpoint> = z.output<E['data']>;

/** `data` of an answer when it has the shape that the endpoint promises, else undefined. */
export function readData<E extends Endpoint>(endpoint: E, data: unknown): EndpointData<E> | undefined {
  const schema: E['data'] = endpoint.data;
  return z.safeParse(schema, data).data;
}
