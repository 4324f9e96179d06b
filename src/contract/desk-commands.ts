/** Groups by which the history of a day is filtered. */
export const DESK_GROUPS = ["plan", "delivery", "order", "exception", "people", "street", "undo"] as const;
export type DeskGroup = (typeof DESK_GROUPS)[number];

/**
 * Reasons why a command has no undo. `money`: it moved or was promised. `price`: it was decided together with a price.
 * `parcel`: parcels changed hands or place. `told`: somebody was told. `written`: a note stays. `state`: what it changed
 * cannot be put back from here. `page`: its own page changes it again. `undo`: an undo is done again by doing it again.
 */
export const WHY_NOT_UNDONE = [
  "money",
  "price",
  "parcel",
  "told",
  "written",
  "state",
  "page",
  "undo",
] as const;
export type WhyNotUndone = (typeof WHY_NOT_UNDONE)[number];

interface DeskKindRule {
  readonly group: DeskGroup;
  /** Holds where a command of the kind was stored without its inverse. */
  readonly why: WhyNotUndone;
}

/** Every kind of command of the desk, by the name that stands in its rows. */
export const DESK_KINDS = {
  "plan.assign": { group: "plan", why: "state" },
  "plan.unassign": { group: "plan", why: "state" },
  "plan.move": { group: "plan", why: "state" },
  "plan.postpone": { group: "plan", why: "state" },
  "plan.restore": { group: "plan", why: "undo" },
  "plan.pin": { group: "plan", why: "state" },
  "plan.unpin": { group: "plan", why: "state" },
  "plan.publish": { group: "plan", why: "state" },
  "plan.take-back": { group: "plan", why: "undo" },
  "delivery.edit": { group: "delivery", why: "state" },
  "delivery.trip": { group: "delivery", why: "price" },
  "delivery.leave": { group: "delivery", why: "state" },
  "delivery.disposal": { group: "delivery", why: "state" },
  "delivery.cancel": { group: "delivery", why: "money" },
  "delivery.retry": { group: "delivery", why: "state" },
  "delivery.send_back": { group: "delivery", why: "state" },
  "delivery.withdraw": { group: "delivery", why: "state" },
  "delivery.to_hub": { group: "delivery", why: "parcel" },
  "delivery.load": { group: "delivery", why: "parcel" },
  "delivery.lose": { group: "delivery", why: "parcel" },
  "delivery.find": { group: "delivery", why: "parcel" },
  "delivery.dispose": { group: "delivery", why: "parcel" },
  "delivery.hand-out": { group: "delivery", why: "parcel" },
  "delivery.hand-over": { group: "delivery", why: "parcel" },
  "delivery.notice": { group: "delivery", why: "told" },
  "delivery.share": { group: "delivery", why: "told" },
  "delivery.unshare": { group: "delivery", why: "told" },
  "task.start": { group: "delivery", why: "page" },
  "task.arrive": { group: "delivery", why: "page" },
  "task.succeed": { group: "delivery", why: "parcel" },
  "task.fail": { group: "delivery", why: "parcel" },
  "task.correct": { group: "delivery", why: "parcel" },
  "order.enter": { group: "order", why: "money" },
  "order.together": { group: "order", why: "money" },
  "order.cash": { group: "order", why: "money" },
  "order.pay-link": { group: "order", why: "told" },
  "order.surcharge": { group: "order", why: "money" },
  "order.rule": { group: "order", why: "page" },
  "order.rule-turn": { group: "order", why: "page" },
  "order.rule-day": { group: "order", why: "page" },
  "exception.take": { group: "exception", why: "state" },
  "exception.note": { group: "exception", why: "written" },
  "exception.resolve": { group: "exception", why: "state" },
  "exception.reopen": { group: "exception", why: "money" },
  "message.send": { group: "people", why: "told" },
  "message.withdraw": { group: "people", why: "told" },
  "offer.make": { group: "people", why: "told" },
  "offer.withdraw": { group: "people", why: "told" },
  "shift.plan": { group: "people", why: "page" },
  "shift.answer": { group: "people", why: "told" },
  "shift.means": { group: "people", why: "page" },
  "street.change": { group: "street", why: "state" },
  "street.end": { group: "street", why: "state" },
  undo: { group: "undo", why: "undo" },
} as const satisfies Readonly<Record<string, DeskKindRule>>;
export type DeskKind = keyof typeof DESK_KINDS;

/** Every kind, in the order of the table. */
export const deskKinds = (): DeskKind[] =>
  // Safe: the keys of the table are its kinds.
  Object.keys(DESK_KINDS) as DeskKind[];

interface DeskRule {
  /** The whole name of the kind, or its beginning. */
  readonly kind: string;
  /** Field of the input that ends the name, with its own words for some values; a path with dots. */
  readonly by?: string;
  readonly names?: Readonly<Record<string, string>>;
  /** Fields of the input that are kept, by their last name: ids, codes and days, never names, addresses or notes. */
  readonly keeps?: readonly string[];
}

/** Endpoints whose call is a command of the desk where somebody of the office makes it. */
export const DESK_ENDPOINTS: Readonly<Record<string, DeskRule>> = {
  editPlan: { kind: "plan.", by: "edit.type", keeps: ["edit.courierId", "edit.toDate"] },
  pinDelivery: { kind: "plan.", by: "pinned", names: { true: "pin", false: "unpin" } },
  publishPlan: { kind: "plan.publish" },
  undoPlan: { kind: "plan.take-back" },
  editDelivery: { kind: "delivery.edit" },
  editTrip: { kind: "delivery.trip" },
  setLeave: { kind: "delivery.leave" },
  setDisposal: { kind: "delivery.disposal" },
  cancelDelivery: { kind: "delivery.cancel" },
  handleDelivery: { kind: "delivery.", by: "command.type" },
  performTask: { kind: "task.", by: "command.type" },
  handOut: { kind: "delivery.hand-out" },
  handOver: { kind: "delivery.hand-over", keeps: ["courierId"] },
  sendNoticeAgain: { kind: "delivery.notice" },
  shareDelivery: { kind: "delivery.share" },
  revokeLinks: { kind: "delivery.unshare" },
  enterOrder: { kind: "order.enter" },
  enterTogether: { kind: "order.together" },
  recordCash: { kind: "order.cash" },
  sendPayLink: { kind: "order.pay-link" },
  askSurcharge: { kind: "order.surcharge" },
  addRule: { kind: "order.rule" },
  editRule: { kind: "order.rule" },
  turnRule: { kind: "order.rule-turn" },
  skipDay: { kind: "order.rule-day" },
  planDay: { kind: "order.rule-day" },
  takeException: { kind: "exception.take" },
  noteException: { kind: "exception.note" },
  resolveException: { kind: "exception.resolve", keeps: ["resolution"] },
  reopenException: { kind: "exception.reopen" },
  sendMessage: { kind: "message.send" },
  withdrawMessage: { kind: "message.withdraw" },
  makeOffers: { kind: "offer.make" },
  withdrawOffer: { kind: "offer.withdraw" },
  planShifts: { kind: "shift.plan" },
  answerWish: { kind: "shift.answer" },
  editMeans: { kind: "shift.means" },
  changeStreet: { kind: "street.change" },
  endStreetChange: { kind: "street.end" },
  undoCommand: { kind: "undo", keeps: ["id"] },
};
