import { fold, searchText } from "#features/places/domain/search-text.ts";

/** A place that a search found, as far as it is compared. */
export interface FoundPlace {
  readonly kind: "address" | "street" | "poi" | "plus-code";
  readonly address: {
    readonly label: string;
    readonly street: string | null;
    readonly houseNumber: string | null;
    readonly postcode: string | null;
    readonly city: string | null;
  };
}

/** An address as a row writes it, taken apart. */
export interface Wanted {
  /** Street and number, or the name of a place. */
  readonly line: string;
  readonly postcode: string;
  readonly city: string;
}

const TOWN = /^(?:[A-Z]{1,2}-)?(\d{4,5})\s+(.+)$/u;
const AT_END = /^(.+?\S)\s+(\d{5})(?:\s+(.+))?$/u;

/** Takes an address apart that stands in one cell; columns of their own go before what the cell says. */
export function wantedOf(text: string, postcode = "", city = ""): Wanted {
  const [line = "", ...rest] = text.split(/[,\n;]/).map((part) => part.trim());
  const said = townIn(rest) ?? townAtEnd(line) ?? { line, postcode: "", city: "" };
  return { line: said.line ?? line, postcode: postcode || said.postcode, city: city || said.city };
}

interface Said {
  /** The line without its town, where it had one. */
  readonly line?: string;
  readonly postcode: string;
  readonly city: string;
}

/** Postcode and town behind a comma. */
function townIn(parts: readonly string[]): Said | undefined {
  for (const part of parts) {
    const [, postcode, city = ""] = TOWN.exec(part) ?? [];
    if (postcode !== undefined) return { postcode, city };
  }
  const bare = parts.find((part) => /^\d{4,5}$/.test(part)) ?? "";
  const city = parts.findLast((part) => part !== "" && !/\d/.test(part)) ?? "";
  return bare === "" && city === "" ? undefined : { postcode: bare, city };
}

/** Postcode and town at the end of the line itself. */
function townAtEnd(text: string): Said | undefined {
  const [, line, postcode = "", city = ""] = AT_END.exec(text) ?? [];
  return line === undefined ? undefined : { line, postcode, city };
}

export type Match<P> =
  | { readonly kind: "found"; readonly place: P }
  | { readonly kind: "unknown" | "unclear" | "house-number" };

/**
 * The one place that is meant; never a guess: another spelling, two houses of one name or a street without a number are
 * for a person to settle.
 *
 * @param hits what a search for the line found, best first
 */
export function matchPlace<P extends FoundPlace>(wanted: Wanted, hits: readonly P[]): Match<P> {
  const [code] = hits;
  if (code?.kind === "plus-code") return { kind: "found", place: code };
  const { words, number } = searchText(wanted.line);
  const inTown = hits.filter((hit) => isInTown(wanted, hit));
  const houses = inTown.filter(
    ({ kind, address }) =>
      kind === "address" &&
      number !== null &&
      address.houseNumber !== null &&
      searchText(`x ${address.houseNumber}`).number === number &&
      fold(address.street ?? "") === words,
  );
  const named = inTown.filter(({ kind, address }) => kind === "poi" && isNamed(wanted.line, address.label));
  const [only, ...others] = houses.length > 0 ? houses : named;
  if (only && others.length === 0) return { kind: "found", place: only };
  if (only) return { kind: "unclear" };
  const isStreet = inTown.some(({ address }) => fold(address.street ?? "") === fold(wanted.line));
  return { kind: isStreet && number === null ? "house-number" : "unknown" };
}

/** The label of a place of interest begins with its name. */
const isNamed = (line: string, label: string): boolean => fold(label.split(",")[0] ?? "") === fold(line);

function isInTown({ postcode, city }: Wanted, { address }: FoundPlace): boolean {
  if (postcode !== "" && address.postcode !== null && address.postcode !== postcode) return false;
  if (city === "" || address.city === null || postcode !== "") return true;
  const [asked, known] = [fold(city), fold(address.city)];
  return asked.includes(known) || known.includes(asked);
}
