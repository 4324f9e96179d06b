import { type MouseEvent, useEffect, useMemo, useRef, useState } from "react";
import { useLateWork } from "#features/lateness/web/public.ts";
import { OpenExceptions } from "#features/exceptions/web/public.tsx";
import type { PageProps } from "#web/shell/pages.ts";
import { go } from "#web/shell/navigate.ts";
import { useWords } from "#web/i18n/words.ts";
import { useKeysAhead } from "#web/keys/use-page-key.ts";
import { LiveDay } from "#web/live-day/live-day.tsx";
import { Button } from "#web/ui/button.tsx";
import type { LinesHandle } from "#web/ui/lines/virtual-lines.tsx";
import type { Board } from "../contract/board.ts";
import { type Asked, BoardDialog } from "./board-dialog.tsx";
import { BoardHeader } from "./board-header.tsx";
import { boardKey, dragWords, mapPane } from "./board-parts.ts";
import { ConflictNote } from "./plan/conflict-note.tsx";
import { CouriersPane } from "./couriers-pane.tsx";
import { Foot } from "./foot.tsx";
import { PaneTabs } from "./pane-tabs.tsx";
import type { BoardSearch } from "../contract/board-search.ts";
import { planPath } from "./plan/plan-path.ts";
import { useGive } from "./plan/use-give.ts";
import { deliveryLines, type Filter, isFiltered, loadOf, routeLines } from "./rows.ts";
import { cursorAfter, type Pane, type RowRef } from "./selection.ts";
import { useSelectionStore } from "./selection-store.ts";
import { UnassignedPane } from "./unassigned-pane.tsx";
import type { Liveness } from "./use-board.ts";
import { useFocusKept } from "#web/keys/use-focus-kept.ts";
import { type KeyedBoard, handleKeys, showRoute, takeBack, targetsOf, usePageKeys } from "./keys/use-keys.ts";
import type { Plan } from "./plan/use-plan.ts";

export interface BoardContentProps {
  board: Board;
  plan: Plan;
  liveness: Liveness;
  search: BoardSearch;
  setSearch: PageProps<object, BoardSearch>["setSearch"];
  today: string;
}

/** Letters that parts of other rooms hear: an offer, what comes next, the choice on the map, a run sheet, a message. */
const LATER_KEYS = ["o", "r", "s", "i", "m"];

/** The three panes and what holds them together: one selection, one set of keys, one plan. */
export function BoardContent({ board, plan, liveness, search, setSearch, today }: BoardContentProps) {
  const t = useWords("dispatch");
  const store = useSelectionStore();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [pressed, setDialog] = useState<Asked>();
  const wished: Asked | undefined = board.unassigned.includes(search.assign)
    ? { kind: "assign", ids: [search.assign] }
    : undefined;
  const { toHandOver } = plan;
  const held: Asked | undefined = toHandOver && { kind: "hand-over", wish: toHandOver };
  const dialog = pressed ?? held ?? wished;
  const active = useRef<Pane>("unassigned");
  const searchBox = useRef<HTMLInputElement>(null);
  const panes = useRef<HTMLDivElement>(null);
  const unassignedList = useRef<LinesHandle>(null);
  const couriersList = useRef<LinesHandle>(null);
  const listOf = (pane: Pane) => (pane === "unassigned" ? unassignedList : couriersList).current;

  const late = useLateWork(board);
  const lateOnly = search.late === "1" ? late : undefined;
  const filter = useMemo<Filter>(
    () => ({
      search: search.q,
      late: lateOnly,
      level: search.level,
      done: search.done === "1",
    }),
    [search.q, lateOnly, search.level, search.done],
  );
  const unassigned = useMemo(() => deliveryLines(board, filter), [board, filter]);
  const couriers = useMemo(() => routeLines(board, filter, closed), [board, filter, closed]);
  const done = useMemo(() => board.couriers.reduce((sum, courier) => sum + loadOf(courier).done, 0), [board]);
  const shown = useMemo(
    () =>
      isFiltered(filter)
        ? new Set([...unassigned, ...couriers].flatMap((row) => row.deliveryId ?? []))
        : undefined,
    [filter, unassigned, couriers],
  );
  useKept(store, board, unassigned, couriers);

  const focusPane = (pane: Pane) => {
    active.current = pane;
    setSearch({ tab: pane }, { replace: true });
    listOf(pane)?.focus();
  };
  const keyed: KeyedBoard = {
    board,
    plan,
    store,
    rows: { unassigned, couriers },
    reveal: (pane, key) => listOf(pane)?.reveal(key),
    focusPane,
    openAssign: () => setDialog({ kind: "assign", ids: targets() }),
    openPayLink: (delivery) => setDialog({ kind: "pay-link", delivery }),
    openPostpone: (ids, chosen) => setDialog({ kind: "postpone", ids, chosen }),
    openHelp: () => setDialog({ kind: "help" }),
    openPlan: () => go(planPath(board.date, [...store.get().ids])),
    focusSearch: () => searchBox.current?.focus(),
    fold: (courierId, open) => setClosed((now) => withOrWithout(now, courierId, !open)),
  };
  const targets = () => targetsOf(keyed, active.current);
  usePageKeys(keyed, dialog !== undefined);
  useKeysAhead(LATER_KEYS);
  const press = (pane: Pane, rows: readonly RowRef[]) => (key: string, event: MouseEvent) => {
    active.current = pane;
    const row = rows.find((one) => one.key === key);
    const line = couriers.find((one) => one.key === key);
    const onFold = event.target instanceof Element && event.target.closest(".fold") !== null;
    const reach = event.shiftKey
      ? "range"
      : event.ctrlKey || event.metaKey
        ? "toggle"
        : row?.deliveryId === undefined
          ? "none"
          : "one";
    store.change({ type: "go", pane, rows, key, reach });
    if (line?.kind !== "courier" || reach !== "none") return;
    if (onFold) keyed.fold(line.courierId, !line.open);
    else store.change({ type: "route", courier: line.courierId });
  };
  const open = (rows: readonly RowRef[]) => (key: string) => {
    const id = rows.find((row) => row.key === key)?.deliveryId;
    if (id !== undefined) go(`/d/deliveries/${id}`);
  };
  const { give, drop, choose } = useGive(keyed, (wish) => setDialog({ kind: "hand-over", wish }));
  const close = () => {
    setDialog(undefined);
    if (held) plan.dismiss();
    if (search.assign !== "") setSearch({ assign: "" }, { replace: true });
  };
  useFocusKept(() => listOf(active.current), {
    pane: () => panes.current?.querySelector<HTMLElement>(`.pane-${active.current}`),
    hasDialog: dialog !== undefined,
  });
  const then = (run: () => void) => () => {
    run();
    listOf(active.current)?.focus();
  };
  const again = () => {
    const ids = plan.again();
    if (ids) setDialog({ kind: "assign", ids });
  };
  const counts = { unassigned: board.unassigned.length, couriers: board.couriers.length };
  return (
    <>
      <BoardHeader
        board={board}
        search={search}
        setSearch={setSearch}
        today={today}
        liveness={liveness}
        late={late.deliveries.size}
        done={done}
        searchRef={searchBox}
        onHelp={keyed.openHelp}
        extra={
          <>
            <Button variant="tonal" size="small" icon="route" href={planPath(board.date)}>
              {t("plan.open")}
            </Button>
            <OpenExceptions />
            <LiveDay />
          </>
        }
      />
      {plan.conflict && (
        <ConflictNote conflict={plan.conflict} onAgain={then(again)} onDismiss={then(plan.dismiss)} />
      )}
      <PaneTabs
        value={search.tab}
        counts={counts}
        onChange={(tab) => setSearch({ tab }, { replace: true })}
      />
      <div ref={panes} className={`panes panes-show-${search.tab}`}>
        <UnassignedPane
          rows={unassigned}
          total={board.unassigned.length}
          zone={board.timezone}
          date={board.date}
          store={store}
          handle={unassignedList}
          onKeyDown={(event) => {
            active.current = "unassigned";
            handleKeys(event, "unassigned", keyed);
          }}
          onPress={press("unassigned", unassigned)}
          onOpen={open(unassigned)}
          onTakeBack={(ids) => takeBack(ids, keyed)}
        />
        <CouriersPane
          rows={couriers}
          total={board.couriers.length}
          zone={board.timezone}
          date={board.date}
          store={store}
          handle={couriersList}
          onKeyDown={(event) => {
            active.current = "couriers";
            handleKeys(event, "couriers", keyed);
          }}
          onPress={press("couriers", couriers)}
          onOpen={open(couriers)}
          onDrop={(load, to) => void drop(load, to)}
        />
        <div className="pane pane-map">
          <mapPane.Parts
            board={board}
            store={store}
            shown={shown}
            targets={targets}
            onCourier={(id) => showRoute(id, keyed)}
          />
        </div>
      </div>
      <dragWords.Parts board={board} />
      <boardKey.Parts
        targets={targets}
        board={board}
        courier={() => couriers.find(({ key }) => key === store.get().cursor.couriers)?.courierId}
      />
      <Foot keyed={keyed} couriers={couriers} active={active} />
      <BoardDialog
        board={board}
        asked={dialog}
        onAssign={(courierId, where) => {
          const ids = dialog?.kind === "assign" ? dialog.ids : [];
          close();
          choose(ids, courierId, where);
        }}
        onHandOver={(wish) => {
          close();
          give(wish);
        }}
        onPostpone={(deliveryIds, toDate) => {
          plan.run({ type: "postpone", deliveryIds, toDate });
          store.change({ type: "clear" });
          close();
        }}
        onClose={close}
      />
    </>
  );
}

const withOrWithout = (set: ReadonlySet<string>, one: string, has: boolean): ReadonlySet<string> => {
  const next = new Set(set);
  if (has) next.add(one);
  else next.delete(one);
  return next;
};

/** Keeps selection and cursors on what is still there when the board changes. */
function useKept(
  store: KeyedBoard["store"],
  board: Board,
  unassigned: readonly RowRef[],
  couriers: readonly RowRef[],
): void {
  const before = useRef({ unassigned, couriers });
  useEffect(() => {
    store.change({ type: "keep", known: new Set(board.deliveries.map((one) => one.id)) });
    const after = { unassigned, couriers };
    for (const pane of ["unassigned", "couriers"] as const) {
      const key = store.get().cursor[pane];
      const next = cursorAfter(before.current[pane], after[pane], key);
      if (next !== undefined && next !== key)
        store.change({ type: "go", pane, rows: after[pane], key: next, reach: "none" });
    }
    before.current = after;
  }, [store, board, unassigned, couriers]);
}
