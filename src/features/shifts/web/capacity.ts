import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import type { Vehicle } from "../contract/api.ts";

const ML_PER_LITRE = 1000;

/** "80 parcels, 600 kg, 3,000 l". */
export function useCapacity(): (of: Pick<Vehicle, "parcels" | "massG" | "volumeMl">) => string {
  const t = useWords("shifts");
  const f = useFormat();
  return ({ parcels, massG, volumeMl }) =>
    f.list([
      t("vehicle.parcels", { n: parcels }),
      f.mass(massG),
      f.number(volumeMl / ML_PER_LITRE, { style: "unit", unit: "liter", maximumFractionDigits: 0 }),
    ]);
}
