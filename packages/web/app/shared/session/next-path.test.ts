import { describe, expect, it } from 'vitest';
import { afterSignIn, loginPath, wayBack } from './next-path.ts';

describe('next path', () => {
  it('AUTH-12 carries the requested location in the address, for a reload', () => {
    expect(loginPath('/dashboard/media?page=2#top')).toBe('/login?next=%2Fdashboard%2Fmedia%3Fpage%3D2%23top');
    expect(loginPath('/dashboard')).toBe('/login');
  });

  it('AUTH-06 goes back to the remembered location, else the one in the address, else the dashboard', () => {
    expect(afterSignIn({ from: '/dashboard/tokens' }, '?next=/dashboard/media')).toBe('/dashboard/tokens');
    expect(afterSignIn(null, '?next=%2Fdashboard%2Fmedia%3Fpage%3D2')).toBe('/dashboard/media?page=2');
    expect(afterSignIn(null, '')).toBe('/dashboard');
  });

  it('AUTH-12 carries the way back over a detour, and back to what a mail opened', () => {
    expect(wayBack({ state: null, search: '?next=%2Fdashboard%2Fmedia' })).toEqual({ from: '/dashboard/media' });
    expect(wayBack({ state: { from: '/dashboard/tokens' }, search: '' })).toEqual({ from: '/dashboard/tokens' });
    expect(afterSignIn({ from: '/confirm-email?token=abc' }, '')).toBe('/confirm-email?token=abc');
  });

  it('never leaves the dashboard of this site', () => {
    const elsewhere = [
      'https://evil.example/dashboard',
      '//evil.example/dashboard',
      '/\\evil.example/dashboard',
      'javascript:alert(1)',
      '/login',
      '/dashboard/../login',
      '/dashboardevil',
      '/api/auth/logout',
    ];
    for (const next of elsewhere) expect(afterSignIn({ from: next }, `?next=${encodeURIComponent(next)}`)).toBe('/dashboard');
  });
});
