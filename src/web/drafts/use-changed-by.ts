import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import "./words.ts";

interface Changed {
  readonly changedAt: string | null;
  readonly changedBy: string | null;
}

/** Names the last change of a list: its time, where there was one, and its person. */
export function useChangedBy({ changedAt, changedBy }: Changed): { at: string | undefined; by: string } {
  const t = useWords("drafts");
  const f = useFormat();
  const zone = useZone();
  return {
    at: changedAt === null ? undefined : f.dateTime(changedAt, zone),
    by: changedBy ?? t("somebody"),
  };
}
