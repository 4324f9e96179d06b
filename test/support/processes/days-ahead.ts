/**
 * Script that puts every clock of a process or page so far ahead: what a test cannot wait for happens there later. The
 * embedded database reads the same clock.
 */
export const aheadBy = (ms: number): string =>
  `{ const now = Date.now; Date.now = () => now() + ${ms};
     globalThis.Date = new Proxy(Date, { construct: (real, given, as) =>
       Reflect.construct(real, given.length > 0 ? given : [real.now()], as) }); }`;

/** Environment of a Node process whose clocks are so far ahead. */
export const environmentAhead = (ms: number): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_OPTIONS: `${process.env["NODE_OPTIONS"] ?? ""} --import=data:text/javascript,${encodeURIComponent(aheadBy(ms))}`,
});
