interface Recorded {
  readonly command: { readonly type: string };
  readonly deliveryId: string | null;
  readonly state: string;
}

/** Parcels of cancelled deliveries whose end this phone has not recorded; a refused end leaves them here. */
export const stillInHand = <P extends { readonly deliveryId: string }>(
  inHand: readonly P[] | undefined,
  ops: readonly Recorded[],
): P[] =>
  (inHand ?? []).filter(
    ({ deliveryId }) =>
      !ops.some(
        (op) => op.command.type === "parcel_ended" && op.deliveryId === deliveryId && op.state !== "look",
      ),
  );
