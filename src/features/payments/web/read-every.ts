/** Interval of reads while the page of money is visible. */
export const READ_EVERY = { everyMs: 30_000 } as const;
