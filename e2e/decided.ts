import type { Page } from '@playwright/test';

/** Waits for the server's answer, too: the page shows a decision before it. */
export async function decided(page: Page, act: () => Promise<void>): Promise<void> {
  const told = page.waitForResponse((answer) => /\/(pass|fail|decisions)$/.test(new URL(answer.url()).pathname));
  await act();
  await told;
}
