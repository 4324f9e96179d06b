import type { Contact as ContactShape } from "#features/deliveries/contract/shapes.ts";
import { Contact } from "#features/deliveries/contract/shapes.ts";
import type { Address, ServiceArea } from "#features/places/contract/api.ts";
import { levelOf, type LevelTerms, type ServiceLevel } from "#features/quotes/domain/service-levels.ts";
import { aheadOf, type OfferedWindow, windowsOf } from "#features/quotes/domain/windows.ts";
import { type Pricing, priceNow } from "#features/quotes/server/public.ts";
import type { PayWay } from "#features/payments/domain/due.ts";
import { toIso } from "#kernel/instant.ts";
import type { PhonePlan } from "#kernel/phone.ts";
import { Refusal } from "#kernel/refusal.ts";
import { sha256 } from "#server/db/hash.ts";
import type { Context } from "#server/http/route.ts";
import type { Mapping } from "../contract/api.ts";
import { chooseWindow } from "../domain/choose-window.ts";
import { type Fault, fault, faultsOfRefusal } from "../domain/fault.ts";
import { type DateOrder, type Field, FIELDS, identityOf, type Texts, textsOf } from "../domain/fields.ts";
import { readRow, type RowRead } from "../domain/read-row.ts";
import type { PlaceFinder } from "./find-place.ts";
import { type Entry, type RowResult, type StoredRow, textsOfRow } from "./import-rows.ts";

/** Everything that the rows of one file are checked by. */
export interface Checker {
  readonly context: Context;
  readonly pricing: Pricing;
  readonly ways: readonly PayWay[];
  readonly plan: PhonePlan | undefined;
  readonly area: ServiceArea | undefined;
  readonly levels: readonly LevelTerms[];
  readonly columns: readonly { readonly name: string }[];
  readonly mapping: Mapping;
  readonly order: DateOrder | undefined;
  readonly places: PlaceFinder;
  /** Windows on offer by service; all rows ask at the same moment. */
  readonly offered: Map<ServiceLevel, OfferedWindow[]>;
}

/** Checks one row by everything but the other rows: it is ready with its price, or has faults. */
export async function checkRow(
  checker: Checker,
  row: Pick<StoredRow, "no" | "cells" | "changes">,
): Promise<RowResult> {
  const texts = textsOfRow(row, checker);
  const rowKey = keyOf(checker, row);
  const checked = await entryOf(checker, row, texts);
  const base = { no: row.no, rowKey };
  if ("faults" in checked)
    return { ...base, state: "faulty", faults: checked.faults, entry: null, total: null };
  try {
    const { total } = await priceNow(checker.pricing, checked.entry.request, checker.context);
    return { ...base, state: "ready", faults: [], entry: checked.entry, total };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return {
      ...base,
      state: "faulty",
      faults: faultsOfRefusal(error.code, error.facts),
      entry: null,
      total: null,
    };
  }
}

/** The hash by which a row is known again in any file. */
export function keyOf(
  { mapping, columns, plan }: Pick<Checker, "mapping" | "columns" | "plan">,
  { cells, changes }: Pick<StoredRow, "cells" | "changes">,
): string {
  const names = columns.map(({ name }) => name);
  const given = mapping.pickup ? { pickup: mapping.pickup.label } : {};
  const original = textsOf(mapping.uses, names, { cells, changes: given });
  return sha256(identityOf(original, changes.texts ?? {}, plan));
}

type Checked = { readonly entry: Entry } | { readonly faults: readonly Fault<Address>[] };

async function entryOf(
  checker: Checker,
  { changes }: Pick<StoredRow, "changes">,
  texts: Texts,
): Promise<Checked> {
  const { row, faults: unread } = readRow(texts, checker);
  const faults: Fault<Address>[] = [...unread];
  const hasFault = (field: Field): boolean => faults.some((one) => one.field === field);
  const placed = async (field: "pickup" | "dropoff", written: { postcode: string; city: string }) => {
    const chosen = changes[field] ?? (field === "pickup" ? checker.mapping.pickup : null);
    if (chosen) return { ...chosen, pinConfirmed: true };
    if (texts[field] === "" || hasFault(field)) return undefined;
    return noted(faults, await checker.places.find(field, { text: texts[field], ...written }));
  };
  const pickup = await placed("pickup", { postcode: "", city: "" });
  const dropoff = await placed("dropoff", { postcode: texts.dropoffPostcode, city: texts.dropoffCity });
  const offered =
    row.date === "" || hasFault("from") || hasFault("to") || hasFault("service")
      ? undefined
      : noted(faults, windowFor(checker, row));
  const { sender, recipient } = contactsOf(texts, row);
  faults.push(...contactFaults(sender, "sender"), ...contactFaults(recipient, "recipient"));
  const payerId = payerOf(checker.mapping, row);
  faults.push(...wayFaults(checker, row, payerId));
  if (faults.length > 0 || !pickup || !dropoff || !offered) return { faults: onePerField(faults) };
  const request = {
    pickup: withDetail(pickup, texts.pickupDetail),
    dropoff: withDetail(dropoff, texts.dropoffDetail),
    parcels: Array.from({ length: row.parcels }, () => ({
      size: row.size,
      massG: row.massG,
      contents: texts.contents,
      fragile: false,
    })),
    serviceLevel: row.service,
    window: { start: toIso(offered.window.start), end: toIso(offered.window.end) },
  };
  return { entry: { request, sender, recipient, way: row.way, payerId } };
}

/** The value, or nothing where it is a fault, which is noted. */
function noted<T extends object>(faults: Fault<Address>[], found: T | Fault<Address>): T | undefined {
  if (!("code" in found)) return found;
  faults.push(found);
  return undefined;
}

/** The first fault of each field, in the order of the fields: one that is missing needs no second reason. */
const onePerField = (faults: readonly Fault<Address>[]): Fault<Address>[] =>
  FIELDS.flatMap((field) => faults.find((one) => one.field === field) ?? []);

function windowFor(checker: Checker, row: RowRead): OfferedWindow | Fault<never> {
  const { area, context, levels, pricing, offered } = checker;
  if (!area) return fault("date", "no-day");
  const when = { hours: area.hours, zone: area.timezone, now: context.now, ...aheadOf(pricing.takesCards) };
  const level = levelOf(levels, row.service);
  if (!level.isOn) return fault("service", "not-offered");
  const windows = offered.get(row.service) ?? windowsOf(level, when);
  offered.set(row.service, windows);
  return chooseWindow(windows, row, area.timezone);
}

const withDetail = (address: Address, detail: string): Address =>
  detail === "" ? address : { ...address, detail };

/** The reference stands in the note of the pickup: there somebody asks for the parcel by it. */
function contactsOf(texts: Texts, row: RowRead): Pick<Entry, "sender" | "recipient"> {
  const { senderName, recipientName, recipientEmail, reference, note } = texts;
  return {
    sender: { name: senderName, phone: row.senderPhone, email: null, note: reference },
    recipient: {
      name: recipientName,
      phone: row.recipientPhone,
      email: recipientEmail === "" ? null : recipientEmail,
      note,
    },
  };
}

/** An e-mail address that is none; names, numbers and notes were checked when they were read. */
function contactFaults(contact: ContactShape, side: "sender" | "recipient"): Fault<never>[] {
  if (side === "sender" || contact.email === null) return [];
  return Contact.shape.email.safeParse(contact.email).success ? [] : [fault("recipientEmail", "email")];
}

/** The account goes with its sender alone. */
const payerOf = ({ payer }: Mapping, { senderPhone }: RowRead): string | null =>
  payer !== null && payer.phone === senderPhone ? payer.id : null;

function wayFaults({ ways }: Checker, { way }: RowRead, payerId: string | null): Fault<never>[] {
  if (!ways.includes(way)) return [fault("pay", "way-not-offered")];
  return way === "invoice" && payerId === null ? [fault("pay", "account-needed")] : [];
}
