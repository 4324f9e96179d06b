import { useWords } from "#web/i18n/words.ts";
import type { Zones } from "../contract/api.ts";
import { differences, type Zone } from "../domain/zone.ts";

interface BehindProps {
  inForce: Zones;
  /** The zones that one's own changes were made on. */
  base: readonly Zone[];
}

/** Changes that somebody else saved meanwhile, in words. */
export function Behind({ inForce, base }: BehindProps) {
  const t = useWords("zones");
  return (
    <>
      <p>{t("behind.text", { by: inForce.changedBy ?? t("behind.somebody") })}</p>
      <ul>
        {differences(base, inForce.zones).map(({ name, what }) => (
          <li key={`${name} ${what}`}>{t(`change.${what}`, { name })}</li>
        ))}
      </ul>
    </>
  );
}
