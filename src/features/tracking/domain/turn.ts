/**
 * Ways into a state that was over: taken up again after it was cancelled, found after it was lost, with the carrier for
 * another try after it was picked up.
 */
export const TURNS = ["reopened", "found", "again"] as const;
export type Turn = (typeof TURNS)[number];
