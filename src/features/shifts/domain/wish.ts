/** Wished, refused; planned, planned although the courier asked to be freed, freed. */
export const SHIFT_STATES = ["asked", "refused", "planned", "declined", "freed"] as const;
export type ShiftState = (typeof SHIFT_STATES)[number];

/** States that are work. */
export const STANDING: readonly ShiftState[] = ["planned", "declined"];
/** Somebody waits for an answer. */
export const isWish = (state: ShiftState): boolean => state === "asked" || state === "declined";

/** The state after dispatch answered a wish; nothing where none is open. */
export function answered(state: ShiftState, isGranted: boolean): ShiftState | undefined {
  if (state === "asked") return isGranted ? "planned" : "refused";
  if (state === "declined") return isGranted ? "freed" : "planned";
  return undefined;
}
