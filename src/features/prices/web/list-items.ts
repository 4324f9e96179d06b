import * as z from "zod/mini";
import { PriceCase, PriceRule } from "#features/quotes/contract/price-list.ts";

/** A list is edited as one draft: its rules in their order, then its test cases. */
export const ListItem = z.union([PriceRule, PriceCase]);
export type ListItem = z.output<typeof ListItem>;

export const isCase = (item: ListItem): item is PriceCase => "facts" in item;
export const isRule = (item: ListItem): item is PriceRule => !isCase(item);

/** A name that no other test case has. */
export function freeName(name: string, cases: readonly PriceCase[]): string {
  const taken = new Set(cases.map((one) => one.name));
  const names = Array.from({ length: cases.length + 1 }, (_, at) => `${name} ${cases.length + 1 + at}`);
  return names.find((one) => !taken.has(one)) ?? name;
}
