import { expect, it } from 'vitest';
import { AuthorId } from './media-author.ts';

it('TRUST-B1 an id is anything that an address can hold', () => {
  for (const id of ['u/48213 ?', '...', '.a', '%2F', '🍐']) expect(AuthorId.safeParse(id).success, id).toBe(true);
  for (const id of ['', '.', '..', 'a\nb']) expect(AuthorId.safeParse(id).success, id).toBe(false);
});
