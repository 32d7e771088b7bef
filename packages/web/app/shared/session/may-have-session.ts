/** True when the cookies say that a session may exist: `access_token`, or the readable `logged_in=true`. */
export function mayHaveSession(cookies: string): boolean {
  return cookies.split(';').some((cookie) => {
    const [name = '', value = ''] = cookie.trim().split('=');
    return name === 'access_token' || (name === 'logged_in' && value === 'true');
  });
}
