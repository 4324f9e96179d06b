import { type DeliveryState, type Task, isUnderWay, latest } from "#features/deliveries/domain/delivery.ts";
import type { Notice } from "./notices.ts";

/** Something said of a delivery, and the task it is about; empty where it is about the whole delivery. */
export interface Claim {
  readonly notice: Notice;
  readonly about: string;
}

/** A delivery with what is predicted of its drop-off. */
export interface Facts extends Pick<DeliveryState, "tasks" | "custody" | "closedAs"> {
  /** Stops before the drop-off; null where nothing is predicted. */
  readonly ahead: number | null;
  /** The drop-off is only hours away. */
  readonly isNear: boolean;
  /** Reminders so far of whoever is to collect it at the hub, where it lies; null where nobody is. */
  readonly toCollect: number | null;
  /** The recipient collects it at the hub, whether it lies there yet or not. */
  readonly isForHub: boolean;
  /** The drop-off is expected after its promised window, or that is over. */
  readonly isLate: boolean;
}

export interface Stage extends Claim {
  /** The delivery waits, as it did when this was news. */
  readonly isResting: boolean;
}

const now = (notice: Notice, about = ""): Stage => ({ notice, about, isResting: false });

function underWay(facts: Facts, task: Task): Stage | null {
  if (facts.toCollect !== null) return now("ready", readyAbout(task.id, facts.toCollect));
  if (isUnderWay(task)) return now("next_stop", task.id);
  if (task.state !== "assigned" || facts.custody !== "courier") return null;
  if (facts.ahead === 0) return now("next_stop", task.id);
  return facts.isNear ? now("out_for_delivery", task.id) : null;
}

/** Each reminder says it anew. */
const readyAbout = (taskId: string, reminders: number): string =>
  reminders === 0 ? taskId : `${taskId}:${reminders}`;

function resting({ tasks }: Facts): Stage {
  const missed = tasks.findLast(
    (task) => task.kind === "deliver" && task.state === "failed" && !isInPart(task),
  );
  return missed
    ? { notice: "missed", about: missed.id, isResting: true }
    : { notice: "booked", about: "", isResting: true };
}

/** Somebody was at the door and took or refused parcels: nobody was missed. */
const isInPart = ({ outcome }: Task): boolean => outcome?.left !== undefined;

/**
 * The one thing that is to be said of a delivery now; null where only a person can say it: it is lost or disposed of, or the
 * recipient was there and not every parcel was taken.
 */
export function stageOf(facts: Facts): Stage | null {
  if (facts.closedAs !== null) return facts.closedAs === "cancelled" ? now("cancelled") : null;
  const back = latest(facts, "return");
  if (back) return now(back.state === "succeeded" ? "returned" : "returning", back.id);
  const task = latest(facts, "deliver");
  if (task?.state === "succeeded") return now("delivered", task.id);
  if (task?.state === "failed") return isInPart(task) ? null : now("missed", task.id);
  return (task && underWay(facts, task)) ?? resting(facts);
}

/** That the drop-off comes later than promised, while it is still to come. To whoever collects it at the hub nothing comes. */
export function lateOf(facts: Facts): Claim | null {
  const task = latest(facts, "deliver");
  const isAhead = task !== undefined && ["open", "assigned", "en_route"].includes(task.state);
  if (!facts.isLate || facts.isForHub || !isAhead || facts.closedAs !== null || latest(facts, "return"))
    return null;
  return { notice: "late", about: task.id };
}
