/** Environment without what the runner of the tests set. */
export const environment = (): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(WAYBILL_|DATABASE_URL|NODE_ENV|VITEST|INIT_CWD)/.test(name),
    ),
  );
