import { z } from 'zod';

/** A day in UTC. No calendar of ours, nor the database's, has a year 0. */
export const Day = z.iso.date().refine((day) => !day.startsWith('0000'), 'There is no year 0000');

/** A time that somebody sends: of the years 1 to 9999 in UTC, which is what the database can compare. */
export const Moment = z.iso.datetime({ offset: true, abort: true }).refine((text) => {
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9999;
}, 'Send a time of the years 1 to 9999');
