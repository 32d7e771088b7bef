import { describe, expect, it } from 'vitest';
import { uploaderAddress } from '../shell/page/uploader-address.ts';
import { uploaderIdOf, uploadersAddress, uploadersViewOf } from './uploaders-address.ts';

describe('addresses of uploaders', () => {
  it('holds search, order and page, and leaves out what is usual', () => {
    expect(uploadersAddress({ search: '', sort: 'newest' })).toBe('/dashboard/uploaders');
    const address = uploadersAddress({ search: 'a b&c', sort: 'most_failed' }, 3);
    expect(address).toBe('/dashboard/uploaders?search=a+b%26c&sort=most_failed&page=3');
    const back = new URL(address, 'http://localhost').searchParams;
    expect(uploadersViewOf(back)).toEqual({ search: 'a b&c', sort: 'most_failed' });
  });

  it('takes what nobody knows for the usual', () => {
    expect(uploadersViewOf(new URLSearchParams({ sort: 'tallest' }))).toEqual({ search: '', sort: 'newest' });
  });

  it('keeps an id whole, whatever it holds', () => {
    expect(uploaderAddress('a/b?c#d', 2)).toBe('/dashboard/uploaders/a%2Fb%3Fc%23d?page=2');
    const ids = ['a/b?c#d', 'a%2Fb', '50% off', '%', 'ü 🍐', '...'];
    expect(ids.map((id) => uploaderIdOf(new URL(uploaderAddress(id, 2), 'http://localhost').pathname))).toEqual(ids);
  });

  it('finds no id in an address that holds none', () => {
    expect(['/dashboard/uploaders', '/dashboard/uploaders/%E0%A4%A', '/dashboard/uploaders/a/b'].map(uploaderIdOf)).toEqual([
      '',
      '',
      '',
    ]);
  });
});
