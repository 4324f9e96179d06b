import { DAY_MS, HOUR_MS } from "#kernel/instant.ts";

/** Everything that people are told of a delivery. `ready`: to be collected at the hub. `taken_back`: what was said last holds no more. */
export const NOTICES = [
  "booked",
  "out_for_delivery",
  "next_stop",
  "late",
  "ready",
  "delivered",
  "missed",
  "returning",
  "returned",
  "cancelled",
  "taken_back",
] as const;
export type Notice = (typeof NOTICES)[number];

/** Notices that an organisation chooses; `taken_back` follows whatever it takes back. */
export const CHOSEN_NOTICES = [
  "booked",
  "out_for_delivery",
  "next_stop",
  "late",
  "ready",
  "delivered",
  "missed",
  "returning",
  "returned",
  "cancelled",
] as const satisfies readonly Notice[];
export type ChosenNotice = (typeof CHOSEN_NOTICES)[number];

/** `push`: a notification on the devices of a sender with an account, where they asked for it. */
export const WAYS = ["mail", "sms", "push"] as const;
export type Way = (typeof WAYS)[number];

/** Ways with wordings of their own; a notification is worded by us alone, since it stands on lock screens. */
export const WORDED_WAYS = ["mail", "sms"] as const satisfies readonly Way[];
export type WordedWay = (typeof WORDED_WAYS)[number];

/** A guest is a sender without an account. */
export const AUDIENCES = ["recipient", "sender", "guest"] as const;
export type Audience = (typeof AUDIENCES)[number];

/** Choices after a missed try that a message names, in its order. */
export const NAMED_CHOICES = ["window", "not_in", "hub", "return"] as const;
export type ChoiceKind = (typeof NAMED_CHOICES)[number];

interface NoticeRule {
  /** Whoever recorded it may take it back: it waits that time. */
  readonly waitsForUndo: boolean;
  /** Milliseconds after which it is no news any more. */
  readonly freshMs: number;
  /** Names that its template may hold besides those of every notice. */
  readonly placeholders: readonly Placeholder[];
}

/** Names in a template for what is put there. */
export const PLACEHOLDERS = [
  "carrier",
  "number",
  "recipient",
  "sender",
  "link",
  "window",
  "interval",
  "time",
  "takenBy",
  "choices",
  "cost",
  "place",
  "openings",
  "until",
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

const EVERYWHERE: readonly Placeholder[] = ["carrier", "number", "recipient", "sender", "link"];

export const NOTICE_RULES: Readonly<Record<Notice, NoticeRule>> = {
  booked: { waitsForUndo: false, freshMs: DAY_MS, placeholders: ["window"] },
  out_for_delivery: { waitsForUndo: false, freshMs: 4 * HOUR_MS, placeholders: ["interval"] },
  next_stop: { waitsForUndo: false, freshMs: HOUR_MS, placeholders: ["interval"] },
  late: { waitsForUndo: false, freshMs: 4 * HOUR_MS, placeholders: ["interval", "window"] },
  ready: { waitsForUndo: true, freshMs: 3 * DAY_MS, placeholders: ["place", "openings", "until"] },
  delivered: { waitsForUndo: true, freshMs: 3 * DAY_MS, placeholders: ["time", "takenBy"] },
  missed: { waitsForUndo: true, freshMs: 3 * DAY_MS, placeholders: ["time", "choices", "cost"] },
  returning: { waitsForUndo: true, freshMs: 3 * DAY_MS, placeholders: ["cost"] },
  returned: { waitsForUndo: true, freshMs: 3 * DAY_MS, placeholders: ["time"] },
  cancelled: { waitsForUndo: false, freshMs: 3 * DAY_MS, placeholders: [] },
  taken_back: { waitsForUndo: false, freshMs: DAY_MS, placeholders: ["window"] },
};

export const placeholdersOf = (notice: Notice): readonly Placeholder[] => [
  ...EVERYWHERE,
  ...NOTICE_RULES[notice].placeholders,
];
