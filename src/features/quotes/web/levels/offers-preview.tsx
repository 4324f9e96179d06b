import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { placesApi, type ServiceArea } from "#features/places/contract/api.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import { call } from "#web/api/call.ts";
import { isProblem } from "#web/api/problem.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useTakesCards } from "#web/session/config.ts";
import { Card } from "#web/ui/card.tsx";
import { Fact, Facts } from "#web/ui/list.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { LevelTerms } from "../../domain/service-levels.ts";
import { aheadOf, isPastCutoff, windowsOf } from "../../domain/windows.ts";
import { useNamesOf } from "./use-level-names.ts";

/** Shows the windows that senders could book now by the terms on the screen. */
export function OffersPreview({ levels }: { levels: readonly LevelTerms[] }) {
  const t = useWords("levels");
  const area = useQuery({
    queryKey: ["area"],
    queryFn: ({ signal }) => call(placesApi.readArea, {}, { signal }),
  });
  const sold = levels.filter(({ isOn }) => isOn);
  const isMissing = isProblem(area.error, "http.not-found");
  return (
    <Card title={t("preview.title")}>
      {area.isPending && <Skeleton look="rows" lines={4} />}
      {isMissing && <p className="quiet">{t("preview.no-area")}</p>}
      {!isMissing && <RefusalNote error={area.error} onRetry={() => void area.refetch()} />}
      {area.data && sold.length === 0 && <p className="quiet">{t("preview.all-off")}</p>}
      {area.data && sold.length > 0 && <Offers levels={sold} area={area.data} />}
    </Card>
  );
}

function Offers({ levels, area }: { levels: readonly LevelTerms[]; area: ServiceArea }) {
  const t = useWords("levels");
  const f = useFormat();
  const nameOf = useNamesOf(levels);
  const takesCards = useTakesCards();
  const now = useMinute();
  const zone = area.timezone;
  const when = { hours: area.hours, zone, now, ...aheadOf(takesCards) };
  return (
    <>
      <p className="quiet small">{t("preview.at", { at: f.time(now, zone) })}</p>
      <Facts>
        {levels.map((level) => {
          const windows = windowsOf(level, when);
          const [first] = windows;
          return (
            <Fact key={level.code} name={nameOf(level.code)}>
              {first ? (
                <span className="levels-offer figure">
                  <span>{f.window(first.window, zone)}</span>
                  {windows.length > 1 && (
                    <span className="quiet small">{t("preview.more", { n: windows.length - 1 })}</span>
                  )}
                </span>
              ) : (
                <span className="quiet">
                  {isPastCutoff(level, when) ? t("preview.late") : t("preview.none")}
                </span>
              )}
            </Fact>
          );
        })}
      </Facts>
    </>
  );
}

/** The present minute. */
function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
