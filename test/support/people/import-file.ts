import { importsApi, type Import, type ImportRow, type Mapping } from "#features/imports/contract/api.ts";
import type { Field } from "#features/imports/domain/fields.ts";
import type { Caller, World } from "../world.ts";
import { good } from "./booking.ts";

/** A row of a file, by field. */
export type FileRow = Partial<Record<Field, string>>;

const HEAD: readonly Field[] = [
  "reference",
  "senderName",
  "senderPhone",
  "pickup",
  "recipientName",
  "recipientPhone",
  "dropoff",
  "date",
  "from",
  "pay",
];
const NAMES: Readonly<Partial<Record<Field, string>>> = {
  reference: "Reference",
  senderName: "Sender",
  senderPhone: "Sender phone",
  pickup: "Pickup address",
  recipientName: "Recipient",
  recipientPhone: "Phone",
  dropoff: "Delivery address",
  date: "Date",
  from: "From",
  pay: "Payment",
};

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The rows as CSV with headings that are known. */
export const csvOf = (rows: readonly FileRow[]): string =>
  [HEAD.map((field) => NAMES[field] ?? field), ...rows.map((row) => HEAD.map((field) => row[field] ?? ""))]
    .map((cells) => cells.map(quoted).join(","))
    .join("\r\n");

export const base64 = (text: string | Uint8Array): string => Buffer.from(text).toString("base64");

/** A row that can be imported on Thursday. */
export const goodRow = (nth: number, houses: readonly string[]): FileRow => ({
  reference: `A-${nth}`,
  senderName: "Corner Bakery",
  senderPhone: "+4930123456",
  pickup: houses[0] ?? "",
  recipientName: `Rita Ray ${nth}`,
  recipientPhone: "+491701234567",
  dropoff: houses[1 + (nth % (houses.length - 1))] ?? "",
  date: "2026-06-18",
  from: "14:00",
  pay: "cash",
});

/** Uploads, takes the suggested mapping and waits for the check. */
export async function checkedImport(
  world: World,
  caller: Caller,
  file: string | Uint8Array,
  change: (mapping: Mapping) => Mapping = (mapping) => mapping,
): Promise<Import> {
  const uploaded = good(await caller.call(importsApi.importFile, { name: "day.csv", file: base64(file) }));
  const mapping = change(uploaded.mapping);
  good(await caller.call(importsApi.mapColumns, { id: uploaded.id, mapping }));
  return settledImport(world, caller, uploaded.id);
}

/** The import once no job works on it. */
export async function settledImport(world: World, caller: Caller, id: string): Promise<Import> {
  await world.settled();
  return good(await caller.call(importsApi.readImport, { id }));
}

export const rowsOf = async (caller: Caller, id: string, state?: ImportRow["state"]): Promise<ImportRow[]> =>
  good(await caller.call(importsApi.listImportRows, { id, limit: 100, ...(state && { state }) })).items;
