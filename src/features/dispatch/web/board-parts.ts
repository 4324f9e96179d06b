import { slot } from "#web/shell/slot.tsx";
import type { LocalDate } from "#kernel/local-time.ts";
import type { HandOverNote } from "../contract/api.ts";
import { givenDialog } from "#web/ui/overlays/given-dialog.ts";
import type { AssignWish } from "./plan/plan.ts";
import type { Board, BoardCourier } from "../contract/board.ts";
import type { Snack } from "#web/ui/snackbar.tsx";
import type { RouteLine } from "./rows.ts";
import type { RowRef } from "./selection.ts";
import type { SelectionStore } from "./selection-store.ts";

export interface MapPaneProps {
  readonly board: Board;
  readonly store: SelectionStore;
  /** Deliveries that the filter leaves; undefined for all. */
  readonly shown: ReadonlySet<string> | undefined;
  /** Deliveries that a command is about. */
  readonly targets: () => readonly string[];
  readonly onCourier: (courierId: string) => void;
}

export interface CourierDayProps {
  readonly courier: BoardCourier;
  readonly date: LocalDate;
  readonly zone: string;
}
/** Facts of a courier's day in the heading, and the day as a picture below them. */
export const courierFacts = slot<CourierDayProps>();
export const courierLine = slot<CourierDayProps>();
/** Says beside the pointer what a drag would cost. */
export const dragWords = slot<{ board: Board }>();
/** Stands in the row of a delivery without a courier. */
export const rowMark = slot<{ deliveryId: string }>();
/** Does something with chosen deliveries; `ids` are those of them that no courier has. */
export const chosenAct = slot<{ ids: readonly string[]; chosen: readonly string[]; board: Board }>();
export interface ChooseLinesProps {
  readonly board: Board;
  readonly store: SelectionStore;
  readonly unassigned: readonly RowRef[];
  readonly couriers: readonly RouteLine[];
}

/** Stands at the foot while nothing is chosen. */
export const chooseLines = slot<ChooseLinesProps>();
/** Stands beside the lists. */
export const mapPane = slot<MapPaneProps>();
export interface BoardKeyProps extends Pick<MapPaneProps, "board" | "targets"> {
  /** The courier on whose line, or on one of whose stops, the cursor stands. */
  readonly courier: () => string | undefined;
}

export interface HandOverAsk {
  readonly board: Board;
  readonly wish: AssignWish;
  readonly onHandOver: (notes: readonly HandOverNote[]) => void;
  readonly onClose: () => void;
}
/** Asks before parcels go from hand to hand. */
export const boardHandOver = slot<HandOverAsk>();

/**
 * Places of deliveries on a route: each stop at its place, or all of them before one stop; at the end without either.
 * `deliveryIds` where some of those that were asked about stay with their courier.
 */
export type AssignPlace = Partial<Pick<AssignWish, "places" | "revision" | "beforeTaskId" | "deliveryIds">>;

export interface AssignAsk {
  readonly board: Board;
  readonly ids: readonly string[];
  readonly onChoose: (courierId: string, where?: AssignPlace) => void;
  readonly onClose: () => void;
}
/** Chooses a courier for deliveries. */
export const assignDialog = givenDialog<AssignAsk>();

/** Hears a key of the board for a later room. */
export const boardKey = slot<BoardKeyProps>();

/** The server's undo, which a later room brings. */
export interface DeskUndo {
  /** Says what was done, with the undo of these commands for ten seconds where there are any. */
  readonly offer: (commandIds: readonly string[], snack: Snack, onUndone: () => void) => void;
  /** Undoes the reader's last command of today, or says why not. */
  readonly undoLast: () => Promise<void>;
}

let given: () => Promise<DeskUndo> = () => Promise.reject(new Error("no room gives the undo"));

/** `give` is called once, with the pages of whoever works here. */
export const deskUndo = {
  give: (load: typeof given) => void (given = load),
  load: () => given(),
};
