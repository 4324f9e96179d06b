interface Frozen {
  readonly type: string;
  /** JSON as it was frozen. */
  readonly body: string;
}

/** Stops of the day after unsent handovers: those that were given are gone, those that were taken over are there. */
export function layHandovers<S extends { readonly taskId: string }>(
  stops: readonly S[],
  unsent: readonly Frozen[],
): readonly S[] {
  return unsent.reduce<readonly S[]>((here, { type, body }) => {
    if (type !== "handed_over" && type !== "taken_over") return here;
    // Safe: this phone wrote it.
    const { taskId, stop } = JSON.parse(body) as { readonly taskId: string | null; readonly stop?: S | null };
    if (type === "handed_over") return here.filter((one) => one.taskId !== taskId);
    return stop && !here.some((one) => one.taskId === taskId) ? [...here, stop] : here;
  }, stops);
}
