import { call } from "#web/api/call.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { ShowMore } from "#web/api/show-more.tsx";
import { usePages } from "#web/api/use-pages.ts";
import { useWords } from "#web/i18n/words.ts";
import { Card } from "#web/ui/card.tsx";
import { useMoment } from "#web/ui/facts/moment.tsx";
import { List, ListItem } from "#web/ui/list.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { privacyApi } from "../contract/api.ts";

export const ERASURES = ["erasures"];
const PAGE = 20;

/** Lists when persons were forgotten, and by whom; it names nobody of them. */
export function ErasuresCard() {
  const t = useWords("privacy");
  const moment = useMoment();
  const { list, items } = usePages(ERASURES, (from, options) =>
    call(privacyApi.listErasures, { limit: PAGE, ...from }, options),
  );
  return (
    <Card title={t("erasures.title")}>
      {list.isPending && <Skeleton look="rows" lines={2} />}
      {items === undefined && list.error !== null && (
        <ProblemMessage error={list.error} onRetry={() => void list.refetch()} />
      )}
      {items !== undefined && <RefusalNote error={list.error} onRetry={() => void list.refetch()} />}
      {items?.length === 0 && <p className="quiet">{t("erasures.none")}</p>}
      {items !== undefined && items.length > 0 && (
        <List label={t("erasures.title")}>
          {items.map(({ id, deliveries, pictures, erasedAt, erasedBy }) => (
            <ListItem
              key={id}
              title={moment(erasedAt)}
              detail={
                <>
                  {t("erasures.detail", { n: deliveries, pictures })}
                  {erasedBy !== null && (
                    <>
                      {" "}
                      · <bdi>{erasedBy}</bdi>
                    </>
                  )}
                </>
              }
            />
          ))}
        </List>
      )}
      <ShowMore list={list} />
    </Card>
  );
}
