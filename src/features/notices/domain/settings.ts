import type { QuietHours } from "./quiet.ts";
import {
  AUDIENCES,
  CHOSEN_NOTICES,
  WAYS,
  type Audience,
  type ChosenNotice,
  type Notice,
  type Way,
} from "./notices.ts";

/** Ways by which each of them hears of a notice. */
export type Tells = Readonly<Record<ChosenNotice, Readonly<Record<Audience, readonly Way[]>>>>;

export interface NoticeRules {
  readonly tells: Tells;
  readonly quiet: QuietHours | null;
  /** Minutes for which what can be undone waits. */
  readonly undoMinutes: number;
  /** Most notices to one address of one delivery. */
  readonly mostPerDelivery: number;
  /** Most notices to one address on one day of the area's calendar. */
  readonly mostPerDay: number;
  /** Price of one part of a text message, in millionths of the organisation's currency. */
  readonly smsPriceMicros: number;
}

/** The sender's confirmation of a booking is a mail of its own, which names the price. Only who has an account has devices. */
export const isOffered = (notice: ChosenNotice, audience: Audience, way: Way): boolean =>
  way === "push"
    ? audience === "sender"
    : !(notice === "booked" && way === "mail" && audience !== "recipient");

const SENDERS_HEAR: readonly ChosenNotice[] = [
  "late",
  "delivered",
  "missed",
  "returning",
  "returned",
  "cancelled",
];

/** A guest hears what a sender with an account hears, who besides chooses notifications by a switch. */
const tellsBy = (ways: readonly Way[]): Tells => {
  const waysOf = (notice: ChosenNotice, audience: Audience): readonly Way[] => {
    if (audience === "recipient") return ways;
    if (!SENDERS_HEAR.includes(notice)) return [];
    return audience === "sender" ? [...ways, "push"] : ways;
  };
  const row = (notice: ChosenNotice) =>
    Object.fromEntries(AUDIENCES.map((audience) => [audience, waysOf(notice, audience)]));
  // Safe: it has a row for each notice and a cell for each audience.
  return Object.fromEntries(CHOSEN_NOTICES.map((notice) => [notice, row(notice)])) as unknown as Tells;
};

/**
 * Settings until somebody changes them: text messages cost money, so only a demo sends them by itself. At night nobody's
 * phone rings in a demo, and whoever tries it then wants to see them.
 */
export const defaultRules = (isDemo: boolean): NoticeRules => ({
  tells: tellsBy(isDemo ? ["mail", "sms"] : ["mail"]),
  quiet: isDemo ? null : { from: "22:00", to: "07:00" },
  undoMinutes: 3,
  mostPerDelivery: 12,
  mostPerDay: 20,
  smsPriceMicros: 75_000,
});

export const wants =
  ({ tells }: NoticeRules, audience: Audience, way: Way) =>
  (notice: Notice): boolean =>
    CHOSEN_NOTICES.some((one) => one === notice && tells[one][audience].includes(way));

/** Ways by which each of them hears of anything at all. */
export const hearsBy = ({ tells }: NoticeRules): Readonly<Record<Audience, readonly Way[]>> => {
  const waysOf = (audience: Audience) =>
    WAYS.filter((way) => CHOSEN_NOTICES.some((one) => tells[one][audience].includes(way)));
  return { recipient: waysOf("recipient"), sender: waysOf("sender"), guest: waysOf("guest") };
};
