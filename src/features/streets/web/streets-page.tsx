import { lazy, type ReactNode, Suspense, useMemo, useState } from "react";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { ShowMore } from "#web/api/show-more.tsx";
import { useWords } from "#web/i18n/words.ts";
import { FilterChip } from "#web/ui/chip.tsx";
import type { MapLine } from "#web/map/map-view.tsx";
import type { PageProps } from "#web/shell/pages.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Row, Stack } from "#web/ui/layout.tsx";
import { List } from "#web/ui/list.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import type { StreetChange } from "../contract/api.ts";
import { ChangeDialog } from "./change-dialog.tsx";
import { ChangeRow } from "./change-row.tsx";
import { LearnedCard } from "./learned-card.tsx";
import { RoadsNote } from "./roads-note.tsx";
import "#web/map/beside-list.css";
import "./streets.css";
import type { StreetsSearch } from "./streets-search.ts";
import { useStreets } from "./use-streets.ts";

const MapView = lazy(() => import("#web/map/map-view.tsx").then((m) => ({ default: m.MapView })));
const GROUPS = ["open", "over"] as const;

/** Closed and slow streets: the list, the same on the map, and the form for another. */
export function StreetsPage({ search, setSearch }: PageProps<object, StreetsSearch>) {
  const t = useWords("streets");
  const [isAdding, setAdding] = useState(false);
  const [shown, setShown] = useState<string>();
  const { list, items = [], roads, again } = useStreets(search);
  if (list.isError && items.length === 0)
    return <ProblemMessage page error={list.error} onRetry={() => void list.refetch()} />;
  const add = (
    <Button variant="filled" icon="add" onClick={() => setAdding(true)}>
      {t("page.add")}
    </Button>
  );
  return (
    <Stack>
      <PageHeader title={t("page.title")} detail={t("page.text")} actions={add} />
      {roads.data && <RoadsNote roads={roads.data} />}
      <Row>
        {GROUPS.map((group) => (
          <FilterChip key={group} selected={search.group === group} onChange={() => setSearch({ group })}>
            {t(`group.${group}`)}
          </FilterChip>
        ))}
      </Row>
      {list.isError && <Banner tone="warning">{t("page.stale")}</Banner>}
      <div className="beside-list">
        <Stack>
          <Changes
            list={list}
            items={items}
            group={search.group}
            add={add}
            onChanged={again}
            onShow={setShown}
          />
          <RefusalNote error={roads.error} onRetry={() => void roads.refetch()} />
          {roads.data && <LearnedCard learned={roads.data.learned} />}
        </Stack>
        <StreetsMap changes={items} shown={shown} />
      </div>
      {isAdding && (
        <ChangeDialog
          onClose={() => setAdding(false)}
          onDone={() => {
            setAdding(false);
            again();
          }}
        />
      )}
    </Stack>
  );
}

interface ChangesProps extends Pick<ReturnType<typeof useStreets>, "list"> {
  items: readonly StreetChange[];
  group: StreetsSearch["group"];
  add: ReactNode;
  onChanged: () => void;
  onShow: (id: string) => void;
}

function Changes({ list, items, group, add, onChanged, onShow }: ChangesProps) {
  const t = useWords("streets");
  return (
    <>
      {list.isPending && <Skeleton look="rows" lines={4} />}
      {list.isSuccess && items.length === 0 && (
        <StateMessage
          kind="empty"
          icon="map"
          title={t(`none.${group}`)}
          {...(group === "open" && { action: add })}
        >
          <p>{t("none.text")}</p>
        </StateMessage>
      )}
      {items.length > 0 && (
        <List label={t(`group.${group}`)}>
          {items.map((change) => (
            <ChangeRow
              key={change.id}
              change={change}
              onChanged={onChanged}
              onShow={() => onShow(change.id)}
            />
          ))}
        </List>
      )}
      <ShowMore list={list} />
    </>
  );
}

function StreetsMap({ changes, shown }: { changes: readonly StreetChange[]; shown: string | undefined }) {
  const t = useWords("streets");
  const lines = useMemo(() => changes.flatMap((change) => linesOf(change)), [changes]);
  const fitTo = useMemo(
    () =>
      changes
        .filter(({ id }) => shown === undefined || id === shown)
        .flatMap((change) => linesOf(change).flatMap(({ points }) => points)),
    [changes, shown],
  );
  return (
    <Suspense fallback={<div className="beside-list-map" />}>
      <MapView className="beside-list-map" label={t("page.map")} lines={lines} fitTo={fitTo} />
    </Suspense>
  );
}

/** Slow streets are drawn dashed. */
const linesOf = ({ id, lines, slower, state }: StreetChange): MapLine[] =>
  lines.map((line, i) => ({
    id: `${id} ${i}`,
    points: line.map(([lon, lat]) => ({ lon, lat })),
    kind: state === "over" ? "done" : slower === null ? "route" : "estimate",
  }));
