import { useRef, useState } from "react";
import type { Money } from "#contract/schemas.ts";
import { sum } from "#kernel/money.ts";
import type { Price } from "#features/quotes/contract/api.ts";
import { EMPTY_FORM } from "#features/sender/web/public-parts.ts";
import { forgetDraft, readDraft, saveDraft } from "#web/forms/draft.ts";
import type { EntryTyped } from "./entry-values.ts";

/** The part of the form that is another one for each drop. */
export type DropTyped = Pick<
  EntryTyped,
  "recipient" | "dropoff" | "parcels" | "serviceLevel" | "windowStart" | "windowEnd"
>;

/** A drop that was entered, while the form asks for the next one. */
export interface KeptDrop extends DropTyped {
  /** As it stood on the page. */
  readonly price: Price | undefined;
}

export const dropOf = (entry: EntryTyped, price: Price | undefined): KeptDrop => ({
  recipient: entry.recipient,
  dropoff: entry.dropoff,
  parcels: entry.parcels,
  serviceLevel: entry.serviceLevel,
  windowStart: entry.windowStart,
  windowEnd: entry.windowEnd,
  price,
});

/** The form's part of a kept drop. */
export const typedDrop = ({ price: _price, ...typed }: KeptDrop): DropTyped => typed;

/** Empty fields for the next drop; it is wanted in the same window, as a rule. */
export const nextDrop = ({ serviceLevel, windowStart, windowEnd }: DropTyped): DropTyped => ({
  recipient: EMPTY_FORM.recipient,
  dropoff: null,
  parcels: [...EMPTY_FORM.parcels],
  serviceLevel,
  windowStart,
  windowEnd,
});

/** Whether nobody has typed anything about the drop that the form asks for. */
export const isBlank = ({ recipient, dropoff }: Pick<DropTyped, "recipient" | "dropoff">): boolean =>
  dropoff === null && recipient.name.trim() === "" && recipient.phone.trim() === "";

/** @returns undefined while one of them has no price */
export function sumOf(drops: readonly Pick<KeptDrop, "price">[], currency: string): Money | undefined {
  const totals = drops.flatMap(({ price }) => price?.total ?? []);
  return totals.length === drops.length ? sum(totals, currency) : undefined;
}

/** Beside the draft of the form: a reload keeps both. */
const DRAFT = "order-entry.drops";

/** Drops that were entered before the one in the form. */
export function useDrops() {
  const [drops, setDrops] = useState(() => readDraft<readonly KeptDrop[]>(DRAFT, []));
  /** At once, not with the next render: the form is checked in between. */
  const latest = useRef(drops);
  const keep = (next: readonly KeptDrop[]) => {
    latest.current = next;
    if (next.length === 0) forgetDraft(DRAFT);
    else saveDraft(DRAFT, next);
    setDrops(next);
  };
  return {
    drops,
    latest,
    add: (drop: KeptDrop) => keep([...drops, drop]),
    remove: (at: number) => keep(drops.toSpliced(at, 1)),
    /** Puts another one in its place. */
    swap: (at: number, drop: KeptDrop) => keep(drops.with(at, drop)),
    clear: () => keep([]),
  };
}
export type Drops = ReturnType<typeof useDrops>;
