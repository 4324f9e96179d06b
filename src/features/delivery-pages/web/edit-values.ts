import * as z from "zod/mini";
import type { InputOf } from "#contract/endpoint.ts";
import { Email, LocalDate, LocalTime, Name, Note, Phone } from "#contract/schemas.ts";
import { fromIso, toIso } from "#kernel/instant.ts";
import { addDays, instantAt, localAt } from "#kernel/local-time.ts";
import { toE164 } from "#kernel/phone.ts";
import type { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery, ShownContact } from "#features/deliveries/contract/shapes.ts";
import { EDIT_LOCKS, EDIT_PARTS } from "#features/deliveries/domain/edits.ts";
import type { EditPart } from "#features/deliveries/domain/edits.ts";
import { configAtHand } from "#web/session/config.ts";

const Person = z.strictObject({
  name: Name,
  phone: Phone,
  email: z.union([z.literal(""), Email]),
  note: Note,
});
/** The form's values, checked; the server checks the window against its clock. */
export const EditValues = z.strictObject({
  sender: Person,
  recipient: Person,
  window: z.strictObject({ date: LocalDate, from: LocalTime, until: LocalTime }),
});
export type EditValues = z.output<typeof EditValues>;

const personOf = ({ name, phone, email, note }: ShownContact): EditValues["sender"] => ({
  name,
  phone: phone ?? "",
  email: email ?? "",
  note,
});

/** The delivery's values as the form shows them, in the area's time. */
export function valuesOf({ sender, recipient, window }: Delivery, zone: string): EditValues {
  const from = localAt(fromIso(window.start), zone);
  const until = localAt(fromIso(window.end), zone).time;
  return {
    sender: personOf(sender),
    recipient: personOf(recipient),
    window: { date: from.date, from: from.time, until },
  };
}

/** Sent by Enter, a number was not left yet: writes both as E.164. */
export const withPhones = (typed: EditValues): EditValues => ({
  ...typed,
  sender: { ...typed.sender, phone: toE164(typed.sender.phone, configAtHand()?.phone) },
  recipient: { ...typed.recipient, phone: toE164(typed.recipient.phone, configAtHand()?.phone) },
});

const same = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The window that the form means: one that ends before it begins ends on the next day. */
export function windowOf({ date, from, until }: EditValues["window"], zone: string): Delivery["window"] {
  const end = until > from ? date : addDays(date, 1);
  return { start: toIso(instantAt(date, from, zone)), end: toIso(instantAt(end, until, zone)) };
}

const contactOf = ({ email, ...rest }: EditValues["sender"]) => ({
  ...rest,
  email: email === "" ? null : email,
});

/** The parts that were typed over, as they are sent; nothing of a part that is locked. */
export function changedParts(
  delivery: Delivery,
  typed: EditValues,
  zone: string,
): Pick<InputOf<typeof deliveriesApi.editDelivery>, EditPart> {
  const base = valuesOf(delivery, zone);
  const locks = EDIT_LOCKS[delivery.state];
  const changed = EDIT_PARTS.filter((part) => locks[part] === null && !same(typed[part], base[part]));
  return {
    ...(changed.includes("sender") && { sender: contactOf(typed.sender) }),
    ...(changed.includes("recipient") && { recipient: contactOf(typed.recipient) }),
    ...(changed.includes("window") && { window: windowOf(typed.window, zone) }),
  };
}

const merged = <T extends object>(seen: T, fresh: T, typed: T): T => {
  const entries = Object.entries(typed).map(([name, value]) => {
    const isTyped = value !== Reflect.get(seen, name);
    return [name, isTyped ? value : Reflect.get(fresh, name)];
  });
  // Safe: the very names of `typed`, with values of `typed` or `fresh`.
  return Object.fromEntries(entries) as T;
};

/** The typed values over newer ones of the delivery: what was not typed over follows it. */
export const rebased = (seen: EditValues, fresh: EditValues, typed: EditValues): EditValues => ({
  sender: merged(seen.sender, fresh.sender, typed.sender),
  recipient: merged(seen.recipient, fresh.recipient, typed.recipient),
  // Its three parts belong together.
  window: same(seen.window, typed.window) ? fresh.window : typed.window,
});
