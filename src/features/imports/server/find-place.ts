import { TEXT_LIMITS } from "#contract/schemas.ts";
import type { Address, PlaceHit } from "#features/places/contract/api.ts";
import { searchPlaces } from "#features/places/server/public.ts";
import type { Context } from "#server/http/route.ts";
import { type Fault, fault } from "../domain/fault.ts";
import { CANDIDATES } from "../domain/limits.ts";
import { matchPlace, wantedOf } from "../domain/match-place.ts";

interface Written {
  readonly text: string;
  readonly postcode: string;
  readonly city: string;
}

type Found = Address | { readonly fault: Fault<Address>["code"]; readonly candidates: readonly Address[] };

/** Places that rows name. The same words are searched once: most files have one pickup. */
export class PlaceFinder {
  readonly #context: Context;
  readonly #found = new Map<string, Promise<Found>>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** The place that a row names in this field, or the fault with the places that may be meant. */
  async find(field: "pickup" | "dropoff", written: Written): Promise<Address | Fault<Address>> {
    const key = JSON.stringify(written);
    const search = this.#found.get(key) ?? this.#search(written);
    this.#found.set(key, search);
    const found = await search;
    return "point" in found ? found : { ...fault(field, found.fault), candidates: found.candidates };
  }

  async #search({ text, postcode, city }: Written): Promise<Found> {
    const wanted = wantedOf(text, postcode, city);
    const town = `${wanted.postcode} ${wanted.city}`.trim();
    const asked = [wanted.line, ...(town === "" ? [] : [`${town} ${wanted.line}`])];
    const seen: PlaceHit[] = [];
    let why: "unknown" | "unclear" | "house-number" = "unknown";
    for (const q of asked) {
      const hits = await this.#hits(q);
      const match = matchPlace(wanted, hits);
      if (match.kind === "found") return confirmed(match.place.address);
      if (why === "unknown") why = match.kind;
      seen.push(...hits);
    }
    return { fault: FAULT[why], candidates: candidatesIn(seen) };
  }

  async #hits(q: string): Promise<PlaceHit[]> {
    const text = Array.from(q).slice(0, TEXT_LIMITS.search).join("").trim();
    if (text === "") return [];
    return searchPlaces({ q: text }, this.#context.actor.orgId, this.#context);
  }
}

const FAULT = { unknown: "place-unknown", unclear: "place-unclear", "house-number": "house-number" } as const;

/** As the desk takes it: a house of the map stands where it is. */
const confirmed = (address: Address): Address => ({
  ...address,
  pinConfirmed: address.precision === "rooftop",
});

/** Doors that may be meant, each once. */
function candidatesIn(hits: readonly PlaceHit[]): Address[] {
  const doors = hits.filter(({ address }) => address.precision === "rooftop");
  const byLabel = new Map(doors.map(({ address }) => [address.label, confirmed(address)]));
  return [...byLabel.values()].slice(0, CANDIDATES);
}
