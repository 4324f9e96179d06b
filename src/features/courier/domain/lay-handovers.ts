interface Frozen {
  readonly type: string;
  /** JSON as it was frozen. */
  readonly body: string;
}

interface Stop {
  readonly taskId: string;
  readonly deliveryId: string;
  readonly kind: string;
}

/**
 * Stops of the day after unsent handovers: those that were given are gone, those that were taken over are there, and
 * nobody goes to collect their parcels any more.
 */
export function layHandovers<S extends Stop>(stops: readonly S[], unsent: readonly Frozen[]): readonly S[] {
  return unsent.reduce<readonly S[]>((here, { type, body }) => {
    if (type !== "handed_over" && type !== "taken_over") return here;
    // Safe: this phone wrote it.
    const { taskId, stop } = JSON.parse(body) as { readonly taskId: string | null; readonly stop?: S | null };
    if (type === "handed_over") return here.filter((one) => one.taskId !== taskId);
    if (!stop) return here;
    const rest = here.filter((one) => one.deliveryId !== stop.deliveryId || one.kind !== "collect");
    return rest.some((one) => one.taskId === taskId) ? rest : [...rest, stop];
  }, stops);
}
