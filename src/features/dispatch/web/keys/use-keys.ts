import { type KeyboardEvent, useEffect } from "react";
import { word } from "#web/i18n/words.ts";
import { go } from "#web/shell/navigate.ts";
import { showSnack } from "#web/ui/snackbar.tsx";
import { useLatest } from "#web/ui/use-latest.ts";
import type { Board, BoardDelivery } from "../../contract/board.ts";
import { mayPostpone } from "../../domain/postpone.ts";
import { commandOf, type Command } from "./keymap.ts";
import { nudge } from "../plan/plan.ts";
import type { RouteLine } from "../rows.ts";
import type { Pane, RowRef } from "../selection.ts";
import type { SelectionStore } from "../selection-store.ts";
import type { Plan } from "../plan/use-plan.ts";

/** Parts of the board that keys act on, besides the selection. */
export interface KeyedBoard {
  readonly board: Board;
  readonly plan: Plan;
  readonly store: SelectionStore;
  readonly rows: Readonly<Record<Pane, readonly RowRef[]>>;
  readonly reveal: (pane: Pane, key: string) => void;
  readonly focusPane: (pane: Pane) => void;
  readonly openAssign: () => void;
  readonly openPayLink: (delivery: BoardDelivery) => void;
  /** Asks for the day to which the deliveries go. */
  readonly openPostpone: (ids: readonly string[], chosen: number) => void;
  readonly openHelp: () => void;
  /** Goes to the plan of the day, for what is chosen where something is. */
  readonly openPlan: () => void;
  readonly focusSearch: () => void;
  readonly fold: (courierId: string, open: boolean) => void;
}

/** The deliveries that a command is about: those chosen, else the one of the current line. */
export function targetsOf(keyed: Pick<KeyedBoard, "store" | "rows">, pane: Pane): string[] {
  const { ids, cursor } = keyed.store.get();
  if (ids.size > 0) return [...ids];
  const id = keyed.rows[pane].find((row) => row.key === cursor[pane])?.deliveryId;
  return id === undefined ? [] : [id];
}

export function handleKeys(event: KeyboardEvent, pane: Pane, keyed: KeyedBoard): void {
  const rtl = document.documentElement.dir === "rtl";
  const command = commandOf(
    { key: event.key, shift: event.shiftKey, ctrl: event.ctrlKey || event.metaKey, alt: event.altKey },
    rtl,
  );
  if (command && run(command, pane, keyed)) event.preventDefault();
}

const FIELD = "input, textarea, select, [contenteditable]:not([contenteditable='false'])";

/** True where a key is a letter of what somebody types. */
const isTyping = ({ target }: Event): boolean => target instanceof Element && target.matches(FIELD);

type PageKeyed = Pick<KeyedBoard, "focusSearch" | "openHelp" | "openPlan" | "plan">;

const PAGE_KEYS: Readonly<Record<string, (keyed: PageKeyed) => void>> = {
  "/": ({ focusSearch }) => focusSearch(),
  "?": ({ openHelp }) => openHelp(),
  p: ({ openPlan }) => openPlan(),
};

/** A filter may leave no list that could have the focus. */
const CTRL_PAGE_KEYS: typeof PAGE_KEYS = { z: ({ plan }) => plan.undo() };

/**
 * The keys that belong to the page and to none of its lists: `/`, `?`, `P` and Ctrl+Z work wherever the focus is, unless in a field or
 * while a dialog is open.
 */
export function usePageKeys(keyed: PageKeyed, isBlocked: boolean): void {
  const latest = useLatest({ keyed, isBlocked });
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const { keyed, isBlocked } = latest.current;
      const { key, ctrlKey, metaKey, altKey } = event;
      if (event.defaultPrevented || isBlocked || altKey || isTyping(event)) return;
      const run = (ctrlKey || metaKey ? CTRL_PAGE_KEYS : PAGE_KEYS)[key.toLowerCase()];
      if (!run) return;
      event.preventDefault();
      run(keyed);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [latest]);
}

/** Carries a command out; answers whether it was one for this pane. */
// oxlint-disable-next-line complexity -- one flat case for each command
function run(command: Command, pane: Pane, keyed: KeyedBoard): boolean {
  const { store, plan } = keyed;
  const rows = keyed.rows[pane];
  const line = rows.find((row) => row.key === store.get().cursor[pane]);
  switch (command.type) {
    case "step":
      store.change({ type: "step", pane, rows, step: command.step, reach: command.reach });
      revealCursor(pane, keyed);
      return true;
    case "toggle":
      store.change({ type: "toggle", pane, rows });
      return true;
    case "all":
      store.change({ type: "all", pane, rows });
      return true;
    case "clear":
      store.change(store.get().ids.size > 0 ? { type: "clear" } : { type: "route", courier: undefined });
      return true;
    case "assign":
      if (targetsOf(keyed, pane).length > 0) keyed.openAssign();
      return true;
    case "take-back":
      takeBack(targetsOf(keyed, pane), keyed);
      return true;
    case "postpone":
      postpone(targetsOf(keyed, pane), keyed);
      return true;
    case "pay-link":
      payLink(targetsOf(keyed, pane), keyed);
      return true;
    case "edit":
      editOne(targetsOf(keyed, pane));
      return true;
    case "pin":
      plan.pin(targetsOf(keyed, pane));
      return true;
    case "plan":
      keyed.openPlan();
      return true;
    case "earlier":
    case "later":
      moveStop(line, command.type === "earlier" ? -1 : 1, keyed);
      return pane === "couriers";
    case "open":
      if (line?.deliveryId !== undefined) go(`/d/deliveries/${line.deliveryId}`);
      else if (line?.courierId !== undefined) store.change({ type: "route", courier: line.courierId });
      return true;
    case "undo":
      plan.undo();
      return true;
    case "courier":
      return jumpTo(command.place, keyed);
    case "fold":
    case "unfold":
      return foldAt(line, command.type === "unfold", pane, keyed);
    case "search":
      keyed.focusSearch();
      return true;
    case "help":
      keyed.openHelp();
      return true;
    case "next-pane":
      keyed.focusPane(pane === "unassigned" ? "couriers" : "unassigned");
      return true;
  }
}

function revealCursor(pane: Pane, keyed: KeyedBoard): void {
  const key = keyed.store.get().cursor[pane];
  if (key !== undefined) keyed.reveal(pane, key);
}

/** The one delivery of these whose money is lost, so that its sender can be asked for it. */
export function owingOf(ids: readonly string[], { deliveries }: Board): BoardDelivery | undefined {
  const [only, ...more] = deliveries.filter(({ id }) => ids.includes(id));
  return more.length === 0 && only?.money === "hold.lost" ? only : undefined;
}

/** Opens the page of the room delivery-pages on which one delivery is changed. */
export function editOne([only, ...more]: readonly string[]): void {
  if (only === undefined) return;
  if (more.length === 0) go(`/d/deliveries/${only}/edit`);
  else showSnack({ text: word("dispatch", "action.edit-one"), topic: "edit" });
}

function payLink(
  ids: readonly string[],
  { board, openPayLink }: Pick<KeyedBoard, "board" | "openPayLink">,
): void {
  const owing = owingOf(ids, board);
  if (owing) openPayLink(owing);
  else showSnack({ text: word("dispatch", "pay-link.nothing"), topic: "pay-link" });
}

/** Unassigns deliveries that a courier has; the rest has none already. */
export function takeBack(
  ids: readonly string[],
  { board, plan, store }: Pick<KeyedBoard, "board" | "plan" | "store">,
): void {
  const planned = new Set(
    board.couriers.flatMap((courier) => courier.route.stops.map((stop) => stop.deliveryId)),
  );
  const deliveryIds = ids.filter((id) => planned.has(id));
  if (deliveryIds.length === 0) return;
  plan.run({ type: "unassign", deliveryIds });
  store.change({ type: "clear" });
}

/** Opens the choice of a day for those that may go to another one. */
export function postpone(
  ids: readonly string[],
  { board, openPostpone }: Pick<KeyedBoard, "board" | "openPostpone">,
): void {
  const movable = board.deliveries.filter(({ id, state }) => ids.includes(id) && mayPostpone(state));
  if (movable.length > 0)
    openPostpone(
      movable.map(({ id }) => id),
      ids.length,
    );
  else if (ids.length > 0) showSnack({ text: word("dispatch", "postpone.nothing"), topic: "postpone" });
}

export function moveStop(
  line: RowRef | undefined,
  by: -1 | 1,
  { board, plan }: Pick<KeyedBoard, "board" | "plan">,
): void {
  const courier = board.couriers.find((one) => one.id === line?.courierId);
  const taskId = line?.taskId;
  if (!courier || taskId === undefined) return;
  const wish = nudge(courier, taskId, by);
  if (wish) plan.run(wish);
  else showSnack({ text: word("dispatch", "plan.no-further"), topic: "plan" });
}

function jumpTo(place: number, keyed: KeyedBoard): boolean {
  const courier = keyed.board.couriers[place - 1];
  if (courier) {
    goToCourier(courier.id, keyed);
    keyed.focusPane("couriers");
  }
  return courier !== undefined;
}

/** Puts the cursor of the couriers' pane on a courier, keeping what is chosen. */
function goToCourier(courierId: string, keyed: KeyedBoard): void {
  const key = `c:${courierId}`;
  keyed.store.change({ type: "go", pane: "couriers", rows: keyed.rows.couriers, key, reach: "none" });
  keyed.reveal("couriers", key);
}

/** Shows the route of a courier pressed on the map; the focus stays there. */
export function showRoute(courierId: string, keyed: KeyedBoard): void {
  goToCourier(courierId, keyed);
  keyed.store.change({ type: "route", courier: courierId });
}

const isRouteLine = (row: RowRef): row is RouteLine => row.courierId !== undefined;

/** As in any tree: the arrow that folds goes from a stop to its courier first. */
function foldAt(line: RowRef | undefined, open: boolean, pane: Pane, keyed: KeyedBoard): boolean {
  if (!line || pane !== "couriers" || !isRouteLine(line)) return false;
  if (line.kind === "stop" && !open) {
    keyed.store.change({
      type: "go",
      pane,
      rows: keyed.rows[pane],
      key: `c:${line.courierId}`,
      reach: "none",
    });
    revealCursor(pane, keyed);
  } else keyed.fold(line.courierId, open);
  return true;
}
