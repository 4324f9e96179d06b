import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import type { CourierStop } from "../contract/api.ts";

const WORDS = ["address", "parcels", "name", "phone", "note", "window", "handover"] as const;

/** Names what the office changed on a stop that the courier has already. */
export function ChangedNote({ stop, zone }: { readonly stop: CourierStop; readonly zone: string }) {
  const t = useWords("courier");
  const format = useFormat();
  if (!stop.changed) return null;
  const { fields, at } = stop.changed;
  const named = WORDS.filter((word) => fields.some((field) => field.endsWith(word)));
  return (
    <Banner tone="warning" icon="edit">
      {t("changed.by-office", {
        time: format.time(at, zone),
        what: format.list(named.map((word) => t(`changed.${word}`))),
      })}
    </Banner>
  );
}
