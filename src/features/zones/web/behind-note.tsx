import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import type { Zones } from "../contract/api.ts";
import { differences, type Zone } from "../domain/zone.ts";

interface BehindNoteProps {
  inForce: Zones;
  /** The zones that one's own changes were made on. */
  base: readonly Zone[];
  onKeep: () => void;
  onTake: () => void;
}

/** Somebody saved meanwhile: says what they changed, then one's own changes go on top of it or away. */
export function BehindNote({ inForce, base, onKeep, onTake }: BehindNoteProps) {
  const t = useWords("zones");
  const changes = differences(base, inForce.zones);
  return (
    <Banner
      tone="warning"
      urgent
      actions={
        <>
          <Button variant="text" onClick={onTake}>
            {t("behind.take")}
          </Button>
          <Button variant="text" onClick={onKeep}>
            {t("behind.keep")}
          </Button>
        </>
      }
    >
      <p>{t("behind.text", { by: inForce.changedBy ?? t("behind.somebody") })}</p>
      <ul>
        {changes.map(({ name, what }) => (
          <li key={`${name} ${what}`}>{t(`change.${what}`, { name })}</li>
        ))}
      </ul>
    </Banner>
  );
}
