import { devices } from '@playwright/test';

const { defaultBrowserType: _, ...pixel } = devices['Pixel 7'];

/** A phone for `test.use`: another project of Playwright would start another browser and another server for it. */
export const phone = pixel;
