/** Street names of languages that put the house number first. */
const NUMBER_FIRST =
  /\b(street|st|avenue|ave|road|rd|lane|ln|drive|dr|boulevard|blvd|court|ct|place|pl|terrace|way|alley|plaza|square)$/i;
const FRENCH =
  /^(rue|avenue|boulevard|place|quai|chemin|allée|impasse|passage|square|cours|route|escalier|montée|ruelle)\b/i;

/** "Lindenstraße 12", "500 Sutter Street", "12 Rue Grimaldi": as people there write it. */
export function addressLine(street: string, number: string): string {
  return NUMBER_FIRST.test(street) || FRENCH.test(street) ? `${number} ${street}` : `${street} ${number}`;
}

/** OpenStreetMap sometimes lists several numbers of one house: "323;325" or "12, 14". */
export function houseNumbers(tag: string): string[] {
  const parts = tag.split(/[;,]/).map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== "" && part.length <= 20))];
}
