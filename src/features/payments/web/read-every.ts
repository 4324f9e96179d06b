/** What stands on the page of money is read again this often while somebody looks. */
export const READ_EVERY = { everyMs: 30_000 } as const;
