/** English texts that are right as they are in these languages too. Keep it short. */
export const ALIKE: Readonly<Record<string, readonly string[]>> = {
  Live: ["de"],
  "Photo, {time}": ["fr"],
  "Signature, {time}": ["fr"],
  Total: ["fr", "es"],
  Date: ["fr"],
  Distance: ["fr"],
  Minimum: ["de", "fr"],
  Moped: ["de"],
  No: ["es"],
  Name: ["de"],
  Orange: ["de", "fr"],
  Violet: ["fr"],
  Zones: ["fr"],
  "{size} km²": ["de", "fr", "es"],
};
