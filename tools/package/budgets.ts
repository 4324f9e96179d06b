/** Most that a package may weigh, in millions of bytes: the file that is fetched, and what npm makes of it on Linux. */
export const PACKAGE_BUDGETS = { packedMb: 13.4, installedMb: 165 } as const;
