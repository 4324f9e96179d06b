import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { call } from "#web/api/call.ts";
import { newId } from "#web/api/new-id.ts";
import { isProblem } from "#web/api/problem.ts";
import { refusalText } from "#web/api/refusal-text.ts";
import { useFormat } from "#web/i18n/format.ts";
import { reportMissingCode } from "#web/offline/code-missing.ts";
import { useWords } from "#web/i18n/words.ts";
import { go } from "#web/shell/navigate.ts";
import { showSnack, type Snack } from "#web/ui/snackbar.tsx";
import { dispatchApi } from "../../contract/api.ts";
import { boardOf, type Board, type BoardCourier } from "../../contract/board.ts";
import { type AssignWish, editOf, foresee, isPlacedTogether, type Wish } from "./plan.ts";
import { type PinWish, pinWish, sendPins } from "./pin.ts";
import { deskUndo } from "../board-parts.ts";
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
  /** Undoes the reader's last command, once everything asked for before is answered. */
  readonly undo: () => void;
  /** An edit that was refused, since another courier holds parcels of it: it waits to be a handover. */
  readonly toHandOver: AssignWish | undefined;
  readonly conflict: Conflict | undefined;
  /**
   * Tries the refused edit again on what the board is now.
   *
   * @returns deliveries whose courier is to be chosen anew: several that a quote put to places
   */
  readonly again: () => readonly string[] | undefined;
  readonly dismiss: () => void;
}

interface Pending {
  readonly id: string;
  readonly wish: Wish;
}

const isWithoutPlace = (error: unknown): boolean =>
  isProblem(error, "slots.full") || isProblem(error, "slots.closed");

const nowText = (): string => new Date().toISOString();

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
  const [toHandOver, setToHandOver] = useState<AssignWish>();
  const line = useRef<Promise<void>>(Promise.resolve());
  const key = boardKey(date);
  const bestPlace = useBestPlace(() => queries.getQueryData<Board>(key));

  const readAgain = () => void queries.invalidateQueries({ queryKey: key });

  /** Says what was done, with the undo of these commands. */
  const offer = (commandIds: readonly string[], snack: Snack): void => {
    const said = { ...snack, topic: "plan" };
    deskUndo.load().then(
      (desk) => desk.offer(commandIds, said, readAgain),
      () => showSnack(said),
    );
  };

  const done = ({ id, wish }: Pending, before: Board, after: Board) => {
    const isChanged = isChange(wish, before, after);
    const text =
      wish.type === "postpone"
        ? t("plan.postponed", {
            n: wish.deliveryIds.length,
            day: format.day(`${wish.toDate}T12:00:00.000Z`, "UTC"),
          })
        : sentenceOf({ t, format, isChanged }, wish, after);
    const improve =
      wish.type === "assign" && isChanged
        ? { action: { label: t("plan.improve"), run: () => go(`${planPath(after.date)}?improve=1`) } }
        : {};
    // Parcels that change hands do not go back by an undo.
    offer(isChanged && !(wish.type === "assign" && wish.handOver) ? [id] : [], { text, ...improve });
  };

  const courierOf = (courierId: string): BoardCourier | undefined =>
    queries.getQueryData<Board>(key)?.couriers.find((one) => one.id === courierId);

  /** The wish with places that hold for the route as it is; where they cannot be had, the conflict is shown instead. */
  const placedNow = async (wish: Wish): Promise<Wish | undefined> => {
    if (wish.type !== "assign" || wish.revision === undefined) return wish;
    const courier = courierOf(wish.courierId);
    if (courier?.route.revision === wish.revision) return wish;
    const placed = await bestPlace(wish.deliveryIds, wish.courierId);
    if (placed) return { ...wish, ...placed };
    setConflict({ wish, facts: { courier: courier?.name ?? "" } });
    return undefined;
  };

  const send = async (one: Pending): Promise<void> => {
    const { id } = one;
    try {
      const wish = await placedNow(one.wish);
      const before = queries.getQueryData<Board>(key);
      if (!wish || !before) return;
      const edit = editOf(before, wish, { commandId: id, occurredAt: nowText() });
      const readings = queries.getQueryState(key)?.dataUpdateCount;
      const after = boardOf(await call(dispatchApi.editPlan, { edit }, { idempotencyKey: id }));
      const now = queries.getQueryState(key);
      await queries.cancelQueries({ queryKey: key });
      queries.setQueryData(key, after);
      // A reading that came meanwhile may know more than this answer: others edit too.
      if (now?.fetchStatus !== "idle" || now.dataUpdateCount !== readings)
        void queries.invalidateQueries({ queryKey: key });
      done({ id, wish }, before, after);
    } catch (error) {
      const { wish } = one;
      await queries.invalidateQueries({ queryKey: key });
      if (isProblem(error, "dispatch.conflict")) setConflict({ wish, facts: error.facts });
      else if (wish.type === "assign" && isProblem(error, "dispatch.parcels-held")) setToHandOver(wish);
      else showSnack({ text: refusalText(error), tone: "trouble", topic: "plan", ...knowingly(wish, error) });
    } finally {
      setPending((all) => all.filter((other) => other !== one));
    }
  };

  const enqueue = (wish: Wish): void => {
    const one: Pending = { id: newId(), wish };
    setPending((all) => [...all, one]);
    line.current = line.current.then(() => send(one));
  };

  /** Promises all the same where the other day has no place left; the room slots keeps who did. */
  const knowingly = (wish: Wish, error: unknown) =>
    wish.type === "postpone" && isWithoutPlace(error)
      ? {
          action: {
            label: ofSlots("overbook"),
            run: () => enqueue({ ...wish, overbook: true }),
          },
        }
      : {};

  const pin = (wish: PinWish): void => {
    const sendAll = async (): Promise<void> => {
      try {
        const { done: pinned, refused } = await sendPins(wish);
        const [first, ...others] = refused;
        const n = wish.ids.length;
        if (!first) offer(pinned, { text: t(wish.pinned ? "plan.pinned" : "plan.unpinned", { n }) });
        else {
          const numbers = refused.map(({ facts }) => facts["number"]).join(", ");
          const text = others.length > 0 ? t("plan.pins-refused", { numbers }) : refusalText(first);
          showSnack({ text, tone: "trouble", topic: "plan" });
        }
      } catch (error) {
        showSnack({ text: refusalText(error), tone: "trouble", topic: "plan" });
      }
      await queries.invalidateQueries({ queryKey: key });
    };
    line.current = line.current.then(sendAll);
  };

  const undo = async (): Promise<void> => {
    try {
      const desk = await deskUndo.load();
      await desk.undoLast();
    } catch {
      reportMissingCode();
    }
    await queries.invalidateQueries({ queryKey: key });
  };

  /** The same wish on the newer plan: places of a quote hold for the route that it was asked for. */
  const anew = async (wish: Wish): Promise<Wish> => {
    if (wish.type !== "assign" || !wish.places) return wish;
    const { revision: _, ...rest } = wish;
    return { ...rest, places: [], ...(await bestPlace(wish.deliveryIds, wish.courierId)) };
  };

  const board = useMemo(
    () => confirmed && pending.reduce((now, { wish }) => foresee(now, wish), confirmed),
    [confirmed, pending],
  );
  return {
    board,
    run: (wish) => {
      setConflict(undefined);
      setToHandOver(undefined);
      enqueue(wish);
    },
    pin: (deliveryIds) => {
      const wish = board && pinWish(board, deliveryIds);
      if (wish) pin(wish);
      else showSnack({ text: t("plan.nothing-to-pin"), topic: "plan" });
    },
    undo: () => {
      line.current = line.current.then(undo);
    },
    toHandOver,
    conflict,
    again: () => {
      const wish = conflict?.wish;
      setConflict(undefined);
      if (wish?.type === "assign" && isPlacedTogether(wish)) return wish.deliveryIds;
      if (wish) void anew(wish).then(enqueue);
      return undefined;
    },
    dismiss: () => {
      setConflict(undefined);
      setToHandOver(undefined);
    },
  };
}

/** Whether an edit left the plan another one: only then there is a command to undo. */
const isChange = (wish: Wish, before: Board, after: Board): boolean =>
  wish.type === "postpone" ||
  after.couriers.some(
    ({ id, route }) => before.couriers.find((one) => one.id === id)?.route.revision !== route.revision,
  );

interface Language {
  readonly t: ReturnType<typeof useWords<"dispatch">>;
  readonly format: ReturnType<typeof useFormat>;
  readonly isChanged: boolean;
}

/** Sentence about the last edit, announced by the snackbar's live region. */
function sentenceOf(language: Language, wish: Exclude<Wish, { type: "postpone" }>, board: Board): string {
  if (wish.type === "unassign") return language.t("plan.taken-back", { n: wish.deliveryIds.length });
  const courier = board.couriers.find((one) => one.id === wish.courierId);
  const name = courier?.name ?? "";
  if (wish.type === "assign") return givenText(language, wish, courier);
  const at = courier?.route.stops.findIndex((stop) => stop.taskId === wish.taskId) ?? 0;
  return language.t("plan.moved", { at: at + 1, of: courier?.route.stops.length ?? 0, courier: name });
}

function givenText(language: Language, wish: AssignWish, courier: BoardCourier | undefined): string {
  const said = { n: (wish.handOver ?? wish.deliveryIds).length, courier: courier?.name ?? "" };
  if (wish.handOver) return language.t("plan.handed-over", said);
  if (!language.isChanged) return language.t("plan.unchanged", said);
  return (courier && placeOf(language, wish, courier)) || language.t("plan.assigned", said);
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
