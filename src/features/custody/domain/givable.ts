/** A stop of the day, as far as it matters whether its parcels can go to a colleague. */
export interface GivableStop {
  readonly kind: string;
  readonly state: string;
  readonly blocked: boolean;
}

/** Stops whose parcels the courier has with them and has not brought to the door. */
export const givable = <S extends GivableStop>(stops: readonly S[]): S[] =>
  stops.filter(
    ({ kind, state, blocked }) =>
      kind !== "collect" && !blocked && (state === "assigned" || state === "en_route"),
  );
