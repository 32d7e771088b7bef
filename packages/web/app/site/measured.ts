/**
 * Measured figures that public pages print. `measured.test.ts` compares each with `bench/measured.json`, which an image does not
 * carry.
 */
export const measured = {
  uploadToVerdictMs: {
    value: 65.3,
    what: 'Upload to verdict, median',
    unit: 'ms',
    on: 'two idle cores',
    source: 'bench/upload',
  },
  pictureCpuMs: {
    value: 66.3,
    what: 'Processor time of the analysis of a picture whose writing is not read',
    unit: 'CPU-ms',
    on: 'two virtual cores of an Intel Xeon, nothing else running',
    source: 'bench/cost',
  },
  uploadsASecond: {
    value: 393,
    what: 'Uploads that an idle machine accepts, nobody waiting for the verdict',
    unit: 'a second',
    on: 'two cores',
    source: 'bench/api',
  },
  eventsASecond: {
    value: 458,
    what: 'Events to a webhook that answers in 50 ms, beside one that hangs',
    unit: 'a second',
    on: 'two idle cores (`npm run prove lanes`)',
    source: 'docs/decisions/080-delivery-lanes.md',
  },
} as const;

/** Price of a core for an hour in dollars, on paper: `docs/scale.md` names it beside its sums. */
export const coreHourDollars = 0.045;

/** Dollars of processor time for the analysis of a million pictures: requests and the database come on top. */
export const dollarsAMillion = ((measured.pictureCpuMs.value * 1_000_000) / 3_600_000) * coreHourDollars;
