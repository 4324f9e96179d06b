import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { placesApi } from "#features/places/contract/api.ts";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { SearchBox } from "#web/forms/search-box.tsx";
import { useWords } from "#web/i18n/words.ts";
import { Card } from "#web/ui/card.tsx";
import { List, ListItem } from "#web/ui/list.tsx";
import { type Zone, zoneAt } from "../domain/zone.ts";
import { Swatch } from "./swatch.tsx";

const LEAST_LETTERS = 3;
const HITS = 5;

/** Tells in which zone an address lies, by the zones as they stand on the screen. */
export function TryAddress({ zones }: { zones: readonly Zone[] }) {
  const t = useWords("zones");
  const [text, setText] = useState("");
  const q = text.trim();
  const found = useQuery({
    queryKey: ["places", "search", q],
    queryFn: ({ signal }) => call(placesApi.searchPlaces, { q }, { signal }),
    enabled: q.length >= LEAST_LETTERS,
  });
  const hits = (found.data?.hits ?? []).slice(0, HITS);
  return (
    <Card title={t("try.title")}>
      <div className="row">
        <SearchBox label={t("try.label")} value={text} onChange={setText} />
      </div>
      <RefusalNote error={found.error} onRetry={() => void found.refetch()} />
      <div aria-live="polite">
        {found.isSuccess && hits.length === 0 && <p className="quiet">{t("try.none")}</p>}
        {hits.length > 0 && (
          <List label={t("try.title")}>
            {hits.map(({ id, address }) => {
              const zone = zoneAt(zones, address.point);
              return (
                <ListItem
                  key={id}
                  title={<span dir="auto">{address.label}</span>}
                  detail={zone ? <span dir="auto">{zone.name || t("zone.unnamed")}</span> : t("try.outside")}
                  {...(zone && { start: <Swatch colour={zone.colour} /> })}
                />
              );
            })}
          </List>
        )}
      </div>
    </Card>
  );
}
