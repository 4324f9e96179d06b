/** Acts whose consequences are shown before they are done. */
export const FORESEEN_ACTS = [
  "retry",
  "send_back",
  "to_hub",
  "load",
  "lose",
  "find",
  "dispose",
  "cancel",
  "correct",
  "hand_out",
  "hand_over",
  "leave",
  "disposal",
] as const;
export type ForeseenAct = (typeof FORESEEN_ACTS)[number];
