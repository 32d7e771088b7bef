/** The form in which mail addresses are compared: one account however the address is typed. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}
