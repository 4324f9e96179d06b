/** Half of a handover, as far as it matters which ones belong together. */
export interface Joinable {
  readonly side: "given" | "taken";
  readonly courierId: string;
  readonly parcels: { readonly deliveryId: string } | null;
}

/** Fault of a half beside those of its code that came before; undefined where it may stand. */
export function faultOf(
  half: Joinable,
  others: readonly Joinable[],
): "custody.code-wrong" | "custody.code-used" | "custody.own-code" | undefined {
  for (const other of others) {
    const isSame = other.courierId === half.courierId;
    if (other.side !== half.side && isSame) return "custody.own-code";
    if (other.side === half.side && !isSame)
      return half.side === "given" ? "custody.code-wrong" : "custody.code-used";
  }
  return undefined;
}

/** The halves of the other side that belong to this one; digits that were typed stand for all of the giver's parcels. */
export const partnersOf = <H extends Joinable>(half: Joinable, others: readonly H[]): H[] =>
  others.filter(
    (other) =>
      other.side !== half.side &&
      (half.parcels === null ||
        other.parcels === null ||
        half.parcels.deliveryId === other.parcels.deliveryId),
  );
