interface Stop {
  readonly taskId: string;
  readonly cash?: { readonly isReceived: boolean } | null | undefined;
}

interface Recorded {
  readonly state: string;
  readonly taskId: string | null;
  readonly command: { readonly type: string };
}

/** The stops with cash received that waits to be recorded. Cash whose record was refused is asked for again. */
export function layCash<S extends Stop>(stops: readonly S[], ops: readonly Recorded[]): readonly S[] {
  const waiting = ops.filter(({ state, command }) => state === "waiting" && command.type === "cash");
  if (waiting.length === 0) return stops;
  const taken = new Set(waiting.map(({ taskId }) => taskId));
  return stops.map((stop) =>
    stop.cash && taken.has(stop.taskId) ? { ...stop, cash: { ...stop.cash, isReceived: true } } : stop,
  );
}
