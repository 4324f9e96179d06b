import { isolated } from "#kernel/isolated.ts";
import { useWords } from "#web/i18n/words.ts";
import type { CourierStop } from "../contract/api.ts";

/** @returns size, contents and warnings of a parcel in one line */
export function useParcelText(): (parcel: CourierStop["parcels"][number]) => string {
  const t = useWords("courier");
  return ({ size, contents, fragile, ageRestricted }) =>
    [
      t(`size.${size}`),
      contents && isolated(contents),
      fragile ? t("stop.fragile") : "",
      ageRestricted ? t("stop.age") : "",
    ]
      .filter(Boolean)
      .join(" · ");
}
