import type { Tags } from "#server/geo/osm.ts";
import type { Dice } from "./dice.ts";
import type { House } from "./numbers.ts";
import { distance } from "./plane.ts";
import { CENTRE } from "./skeleton.ts";

interface Trade {
  readonly count: number;
  readonly tags: Tags;
  /** Names to choose from; `*` becomes a family name. */
  readonly names: readonly string[];
}

const FAMILIES = [
  "Ahrens",
  "Bergmoser",
  "Cordes",
  "Dillinger",
  "Engelke",
  "Fahrenkamp",
  "Gruber",
  "Holtmann",
  "Ingwersen",
  "Jansen",
  "Kirchhof",
  "Lohmann",
  "Meybach",
  "Nowak",
  "Özkan",
  "Petersen",
  "Quandt",
  "Reichert",
  "Santos",
  "Terhart",
  "Uhland",
  "Vossberg",
  "Wiegand",
  "Yıldız",
  "Zeller",
];

const TRADES: readonly Trade[] = [
  { count: 16, tags: { shop: "bakery" }, names: ["Bäckerei *", "Backhaus *", "Brotmanufaktur *"] },
  { count: 9, tags: { shop: "florist" }, names: ["Blumen *", "Blütenwerk *", "Florist *"] },
  { count: 10, tags: { amenity: "pharmacy" }, names: ["Apotheke *", "Löwen-Apotheke *"] },
  { count: 12, tags: { shop: "supermarket" }, names: ["Frischmarkt *", "Kaufhalle *"] },
  { count: 6, tags: { shop: "books" }, names: ["Buchhandlung *", "Leseinsel *"] },
  { count: 5, tags: { shop: "bicycle" }, names: ["Radwerkstatt *", "Zweirad *"] },
  { count: 8, tags: { shop: "clothes" }, names: ["Modehaus *", "Textil *"] },
  { count: 5, tags: { shop: "electronics" }, names: ["Elektro *"] },
  { count: 6, tags: { shop: "butcher" }, names: ["Metzgerei *"] },
  { count: 4, tags: { shop: "wine" }, names: ["Weinkontor *"] },
  { count: 16, tags: { amenity: "restaurant" }, names: ["Gasthaus *", "Trattoria *", "Zum *"] },
  { count: 14, tags: { amenity: "cafe" }, names: ["Café *", "Rösterei *"] },
  { count: 6, tags: { amenity: "doctors" }, names: ["Praxis Dr. *"] },
  { count: 5, tags: { amenity: "dentist" }, names: ["Zahnarztpraxis *"] },
  { count: 4, tags: { tourism: "hotel" }, names: ["Hotel *", "Pension *"] },
  { count: 4, tags: { amenity: "bank" }, names: ["Sparbank *"] },
  { count: 3, tags: { amenity: "post_office" }, names: ["Postagentur *"] },
  { count: 4, tags: { amenity: "kindergarten" }, names: ["Kindergarten *"] },
  { count: 6, tags: { office: "company" }, names: ["Kanzlei *", "Architekten *", "Druckerei *"] },
];

const UNIQUE: readonly { readonly tags: Tags; readonly name: string }[] = [
  { tags: { amenity: "townhall" }, name: "Rathaus" },
  { tags: { amenity: "library" }, name: "Stadtbücherei" },
  { tags: { amenity: "theatre" }, name: "Theater an der Wehre" },
  { tags: { tourism: "museum" }, name: "Stadtmuseum" },
  { tags: { amenity: "cinema" }, name: "Lichtspielhaus" },
  { tags: { amenity: "police" }, name: "Polizeiwache Mitte" },
  { tags: { shop: "department_store" }, name: "Kaufhaus am Markt" },
  { tags: { amenity: "place_of_worship", religion: "christian" }, name: "Marienkirche" },
];

/** Shops and offices in houses, closer to the centre more often; the house keeps its address. */
export function tradesOf(houses: readonly House[], dice: Dice): Map<House, Tags> {
  const ranked = houses
    .filter((h) => h.block === "old" || h.block === "inner" || h.block === "outer")
    .map((house) => ({ house, key: distance(house.middle, CENTRE) * dice.between(0.05, 1) }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ house }) => house);
  const named = new Map<House, Tags>();
  const nearest = houses
    .filter((h) => h.block === "old")
    .toSorted((a, b) => distance(a.middle, CENTRE) - distance(b.middle, CENTRE));
  UNIQUE.forEach(({ tags, name }, i) => {
    const house = nearest[i * 3];
    if (house) named.set(house, { ...tags, name });
  });
  const used = new Set(UNIQUE.map(({ name }) => name));
  for (const trade of TRADES) {
    for (let i = 0; i < trade.count; i++) {
      const house = ranked.find((h) => !named.has(h));
      const name = freshName(trade, used, dice);
      if (house && name) named.set(house, { ...trade.tags, name });
    }
  }
  return named;
}

function freshName(trade: Trade, used: Set<string>, dice: Dice): string | undefined {
  for (let tries = 0; tries < 40; tries++) {
    const name = dice.pick(trade.names).replace("*", dice.pick(FAMILIES));
    if (!used.has(name)) {
      used.add(name);
      return name;
    }
  }
  return undefined;
}
