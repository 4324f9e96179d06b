import type { IconName } from "#web/ui/icon-name.ts";
import { fold } from "#features/places/domain/search-text.ts";
import type { Found } from "./use-found.ts";
import type { RecentFind } from "./recent.ts";

export interface Choice {
  readonly href: string;
  readonly label: string;
  readonly detail?: string;
  readonly icon: IconName;
  /** Kept among what was found lately. */
  readonly keeps?: RecentFind["kind"];
}
export interface Group {
  readonly name: "recent" | "deliveries" | "couriers" | "pages";
  readonly choices: readonly Choice[];
  /** Place of its first line among those of all groups. */
  readonly first: number;
}

const PAGES_SHOWN = 6;

/** Pages with every typed word at the beginning of one of theirs; all of them as long as nothing is typed. */
export function pagesFound(pages: readonly Choice[], typed: string): readonly Choice[] {
  const words = fold(typed).split(" ").filter(Boolean);
  if (words.length === 0) return pages;
  return pages
    .filter(({ label }) => words.every((word) => ` ${fold(label)}`.includes(` ${word}`)))
    .slice(0, PAGES_SHOWN);
}

const deliveryHref = (id: string): string => `/d/deliveries/${id}`;

/** @param all words of the line that leads on to the list */
export function deliveryChoices({ deliveries, more }: Found, typed: string, all: string): Choice[] {
  const rows = deliveries.map(({ id, number, recipientName, dropoffLabel }): Choice => ({
    href: deliveryHref(id),
    label: number,
    detail: `${recipientName} · ${dropoffLabel}`,
    icon: "parcel",
    keeps: "delivery",
  }));
  const href = `/d/deliveries?${new URLSearchParams({ q: typed.trim() })}`;
  return more ? [...rows, { href, label: all, icon: "list" }] : rows;
}

export const courierChoices = ({ couriers }: Found): Choice[] =>
  couriers.map(({ id, name }) => ({
    href: `/d/deliveries?courier=${id}`,
    label: name,
    icon: "bike",
    keeps: "courier",
  }));

export const recentChoices = (finds: readonly RecentFind[]): Choice[] =>
  finds.map(({ href, label, kind }) => ({
    href,
    label,
    icon: kind === "courier" ? "bike" : "parcel",
    keeps: kind,
  }));
