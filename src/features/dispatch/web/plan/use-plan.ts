import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { call } from "#web/api/call.ts";
import { newId } from "#web/api/new-id.ts";
import { isProblem } from "#web/api/problem.ts";
import { refusalText } from "#web/api/refusal-text.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { go } from "#web/shell/navigate.ts";
import { showSnack } from "#web/ui/snackbar.tsx";
import { dispatchApi } from "../../contract/api.ts";
import { boardOf, type Board, type BoardCourier } from "../../contract/board.ts";
import { editOf, foresee, type Wish } from "./plan.ts";
import { type PinWish, fallenPins, pinWish, sendPins } from "./pin.ts";
import { undoing } from "./undo.ts";
import { useBestPlace } from "../quotes/use-quotes.ts";
import { boardKey } from "../use-board.ts";
import { planPath } from "./plan-path.ts";

/** An edit that came second: what was wanted, and who changed what meanwhile. */
export interface Conflict {
  readonly wish: Wish;
  readonly facts: Readonly<Record<string, string | number>>;
}

export interface Plan {
  /** The board with everything that was asked for and not yet answered. */
  readonly board: Board | undefined;
  readonly run: (wish: Wish) => void;
  /** Pins deliveries to their couriers, or takes their pins off where all are pinned. */
  readonly pin: (deliveryIds: readonly string[]) => void;
  readonly undo: () => void;
  readonly conflict: Conflict | undefined;
  /** Tries the refused edit again on what the board is now. */
  readonly again: () => void;
  readonly dismiss: () => void;
}

interface Pending {
  readonly id: string;
  readonly wish: Wish;
}

const isWithoutPlace = (error: unknown): boolean =>
  isProblem(error, "slots.full") || isProblem(error, "slots.closed");

const nowText = (): string => new Date().toISOString();

const idsOf = (board: Board, wish: Wish): readonly string[] =>
  wish.type === "move"
    ? board.couriers.flatMap((courier) =>
        courier.route.stops.filter((stop) => stop.taskId === wish.taskId).map((stop) => stop.deliveryId),
      )
    : wish.deliveryIds;

/**
 * Edits of the plan, shown at once and sent one after the other, each against the revisions that the server last
 * sent. A conflict takes the edit off the board again and keeps it, so that it can be applied anew.
 */
export function usePlan(date: string, confirmed: Board | undefined): Plan {
  const t = useWords("dispatch");
  const ofSlots = useWords("slots");
  const format = useFormat();
  const queries = useQueryClient();
  const [pending, setPending] = useState<readonly Pending[]>([]);
  const [conflict, setConflict] = useState<Conflict>();
  const line = useRef<Promise<void>>(Promise.resolve());
  const lastUndo = useRef<(() => void) | undefined>(undefined);
  const key = boardKey(date);
  const bestPlace = useBestPlace(confirmed);

  const done = (wish: Wish, after: Board, undo: (() => void) | undefined) => {
    lastUndo.current = undo;
    const text =
      wish.type === "postpone"
        ? t("plan.postponed", {
            n: wish.deliveryIds.length,
            day: format.day(`${wish.toDate}T12:00:00.000Z`, "UTC"),
          })
        : sentenceOf({ t, format }, wish, after);
    const improve =
      wish.type === "assign"
        ? { action: { label: t("plan.improve"), run: () => go(`${planPath(after.date)}?improve=1`) } }
        : {};
    showSnack({ text, topic: "plan", ...(undo && { undo }), ...improve });
  };

  const send = async ({ id, wish }: Pending, isUndo: boolean): Promise<boolean> => {
    const before = queries.getQueryData<Board>(key);
    try {
      if (!before) return false;
      const edit = editOf(before, wish, { commandId: id, occurredAt: nowText() });
      const readings = queries.getQueryState(key)?.dataUpdateCount;
      const after = boardOf(await call(dispatchApi.editPlan, { edit }, { idempotencyKey: id }));
      const now = queries.getQueryState(key);
      await queries.cancelQueries({ queryKey: key });
      queries.setQueryData(key, after);
      // A reading that came meanwhile may know more than this answer: others edit too.
      if (now?.fetchStatus !== "idle" || now.dataUpdateCount !== readings)
        void queries.invalidateQueries({ queryKey: key });
      if (!isUndo) done(wish, after, undoOf({ id, wish }, before, after));
      return true;
    } catch (error) {
      await queries.invalidateQueries({ queryKey: key });
      if (isProblem(error, "dispatch.conflict")) setConflict({ wish, facts: error.facts });
      else showSnack({ text: refusalText(error), tone: "trouble", topic: "plan", ...knowingly(wish, error) });
      return false;
    } finally {
      setPending((all) => all.filter((one) => one.id !== id));
    }
  };

  const enqueue = (wish: Wish, isUndo: boolean): Promise<boolean> => {
    const one: Pending = { id: newId(), wish };
    setPending((all) => [...all, one]);
    const sent = line.current.then(() => send(one, isUndo));
    line.current = sent.then(() => undefined);
    return sent;
  };

  /** Promises all the same where the other day has no place left; the room slots keeps who did. */
  const knowingly = (wish: Wish, error: unknown) =>
    wish.type === "postpone" && isWithoutPlace(error)
      ? {
          action: {
            label: ofSlots("overbook"),
            run: () => void enqueue({ ...wish, overbook: true }, false),
          },
        }
      : {};

  const runAll = (wishes: readonly Wish[], pins: readonly string[]) => {
    const sent = wishes.map((wish) => enqueue(wish, true));
    // In the line at once: a later edit comes behind them.
    pin({ ids: pins, pinned: true }, true, sent);
  };

  const donePins = (wish: PinWish, isUndo: boolean) => {
    if (isUndo) return showSnack({ text: t("plan.undone"), topic: "plan" });
    const n = wish.ids.length;
    const undo = () => pin({ ...wish, pinned: !wish.pinned }, true);
    lastUndo.current = undo;
    return showSnack({ text: t(wish.pinned ? "plan.pinned" : "plan.unpinned", { n }), topic: "plan", undo });
  };

  /** @param needs edits without which nothing is pinned */
  const pin = (wish: PinWish, isUndo: boolean, needs: readonly Promise<boolean>[] = []): void => {
    lastUndo.current = undefined;
    const after = line.current;
    const send = async (): Promise<void> => {
      await after;
      if ((await Promise.all(needs)).includes(false)) return;
      try {
        const [first, ...others] = await sendPins(wish);
        if (!first) donePins(wish, isUndo);
        else {
          const numbers = [first, ...others].map(({ facts }) => facts["number"]).join(", ");
          const text = others.length > 0 ? t("plan.pins-refused", { numbers }) : refusalText(first);
          showSnack({ text, tone: "trouble", topic: "plan" });
        }
      } catch (error) {
        showSnack({ text: refusalText(error), tone: "trouble", topic: "plan" });
      }
      await queries.invalidateQueries({ queryKey: key });
    };
    line.current = send();
  };

  const undoOf = ({ id, wish }: Pending, before: Board, after: Board): (() => void) | undefined => {
    const ids = idsOf(before, wish);
    if (wish.type === "postpone") return () => bringBack(id, ids, before);
    const back = undoing(before, after, ids);
    return back.length === 0 ? undefined : () => runAll(back, fallenPins(before, after, ids));
  };

  /** Undoes a postponement in one place of the line: the promises, then the couriers on the board that shows them again. */
  const bringBack = (id: string, ids: readonly string[], before: Board): void => {
    lastUndo.current = undefined;
    const isRestored = enqueue({ type: "restore", deliveryIds: ids, undoes: id }, true);
    const bring = async (): Promise<void> => {
      const now = (await isRestored) && queries.getQueryData<Board>(key);
      if (!now) return;
      // Edits asked for meanwhile wait for the line that begins and ends here.
      const later = line.current;
      line.current = Promise.resolve();
      runAll(undoing(before, now, ids), fallenPins(before, now, ids));
      const parts = line.current;
      line.current = later;
      await parts;
    };
    line.current = bring();
  };

  /** The same wish on the newer plan: places of a quote hold for the route that it was asked for. */
  const anew = async (wish: Wish): Promise<Wish> =>
    wish.type === "assign" && wish.places
      ? { ...wish, places: (await bestPlace(wish.deliveryIds, wish.courierId)) ?? [] }
      : wish;

  const board = useMemo(
    () => confirmed && pending.reduce((now, { wish }) => foresee(now, wish), confirmed),
    [confirmed, pending],
  );
  return {
    board,
    run: (wish) => {
      setConflict(undefined);
      void enqueue(wish, false);
    },
    pin: (deliveryIds) => {
      const wish = board && pinWish(board, deliveryIds);
      if (wish) pin(wish, false);
      else showSnack({ text: t("plan.nothing-to-pin"), topic: "plan" });
    },
    undo: () => lastUndo.current?.(),
    conflict,
    again: () => {
      const wish = conflict?.wish;
      setConflict(undefined);
      if (wish) void anew(wish).then((now) => enqueue(now, false));
    },
    dismiss: () => setConflict(undefined),
  };
}

interface Language {
  readonly t: ReturnType<typeof useWords<"dispatch">>;
  readonly format: ReturnType<typeof useFormat>;
}

/** Sentence about the last edit, announced by the snackbar's live region. */
function sentenceOf(
  { t, format }: Language,
  wish: Exclude<Wish, { type: "postpone" }>,
  board: Board,
): string {
  if (wish.type === "restore") return t("plan.undone");
  if (wish.type === "unassign") return t("plan.taken-back", { n: wish.deliveryIds.length });
  const courier = board.couriers.find((one) => one.id === wish.courierId);
  const name = courier?.name ?? "";
  if (wish.type === "assign")
    return (
      (courier && placeOf({ t, format }, wish, courier)) ||
      t("plan.assigned", { n: wish.deliveryIds.length, courier: name })
    );
  const at = courier?.route.stops.findIndex((stop) => stop.taskId === wish.taskId) ?? 0;
  return t("plan.moved", { at: at + 1, of: courier?.route.stops.length ?? 0, courier: name });
}

/** Says where a delivery was put that went to its best place. */
function placeOf(
  { t, format }: Language,
  { places = [] }: Extract<Wish, { type: "assign" }>,
  courier: BoardCourier,
): string | undefined {
  const { stops } = courier.route;
  const own = stops.filter(({ taskId }) => places.some((one) => one.taskId === taskId));
  const at = format.list(own.map((stop) => format.number(stops.indexOf(stop) + 1)));
  const [first] = own;
  return first && t("plan.placed", { number: first.number, courier: courier.name, at, of: stops.length });
}
