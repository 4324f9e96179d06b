import type { Needs, ProofNeed } from "#features/proofs/domain/needs.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import type { CourierStop } from "../contract/api.ts";
import { isAhead } from "./day-query.ts";

/** Names proofs in one list. */
export function useNeedNames(): (needs: readonly ProofNeed[]) => string {
  const t = useWords("courier");
  const format = useFormat();
  return (needs) => format.list(needs.map((need) => t(`need.${need}`)));
}

/** Proofs that the stop's success needs, said before the door; codes that may be left out have their own panel. */
export function NeedsNote({ stop }: { stop: CourierStop }) {
  if (!isAhead(stop)) return null;
  const preferred = stop.preferred.filter((need) => need !== "barcode");
  return <NeedsBanner needs={{ required: stop.required, preferred }} />;
}

/** Required and preferred proofs of one end; nothing where there are none. */
export function NeedsBanner({ needs: { required, preferred } }: { needs: Needs }) {
  const t = useWords("courier");
  const names = useNeedNames();
  if (required.length === 0 && preferred.length === 0) return null;
  return (
    <Banner icon="check-circle">
      {required.length > 0 && <strong>{t("stop.needs", { needs: names(required) })}</strong>}
      {required.length > 0 && preferred.length > 0 && <br />}
      {preferred.length > 0 && <span>{t("stop.prefers", { needs: names(preferred) })}</span>}
    </Banner>
  );
}

/** The same in a line of the day's list: only what must be brought. */
export function NeedsLine({ stop }: { stop: CourierStop }) {
  const t = useWords("courier");
  const names = useNeedNames();
  if (!isAhead(stop) || stop.required.length === 0) return null;
  return <span className="quiet small">{t("stop.needs", { needs: names(stop.required) })}</span>;
}
