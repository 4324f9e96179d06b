import type { Instant } from "#kernel/instant.ts";
import {
  type Attempt,
  type Custody,
  type DeliveryState,
  type Outcome,
  type Task,
  newTask,
} from "./delivery.ts";
import { STEP_EVENTS, type DeliveryEvent, type EndedType, type NewTask, type SteppedType } from "./event.ts";
import type { TaskKind } from "./task-lifecycle.ts";

type Step = keyof (typeof STEP_EVENTS)[TaskKind];

const STEP_OF: ReadonlyMap<string, Step> = new Map(
  Object.values(STEP_EVENTS).flatMap((names) => [
    [names.started, "started"],
    [names.arrived, "arrived"],
    [names.succeeded, "succeeded"],
    [names.failed, "failed"],
  ]),
);

/** Custody of the parcels after a task of this kind ended in this way. */
const CUSTODY_AFTER: Readonly<Record<TaskKind, Record<"succeeded" | "failed", Custody>>> = {
  collect: { succeeded: "courier", failed: "sender" },
  deliver: { succeeded: "recipient", failed: "courier" },
  return: { succeeded: "sender_again", failed: "courier" },
};

function withTasks(
  delivery: DeliveryState,
  ids: readonly string[],
  change: (task: Task) => Task,
): DeliveryState {
  return { ...delivery, tasks: delivery.tasks.map((task) => (ids.includes(task.id) ? change(task) : task)) };
}

const withNew = (delivery: DeliveryState, task: NewTask | null): DeliveryState =>
  task ? { ...delivery, tasks: [...delivery.tasks, newTask(task)] } : delivery;

const cancelled = (task: Task): Task => ({ ...task, state: "cancelled" });

const past = (task: Task): readonly string[] =>
  task.courierId === null || task.pastCourierIds.includes(task.courierId)
    ? task.pastCourierIds
    : [...task.pastCourierIds, task.courierId];

const given = (task: Task, courierId: string): Task => ({ ...task, state: "assigned", courierId });

const takenOver = (task: Task, courierId: string): Task => ({
  ...task,
  state: task.state === "open" ? "assigned" : task.state,
  courierId,
  pastCourierIds: past(task),
});

const takenAway = (task: Task): Task => ({
  ...task,
  state: "open",
  courierId: null,
  pastCourierIds: past(task),
  startedAt: null,
  arrivedAt: null,
});

function stepped(task: Task, type: SteppedType, at: Instant): Task {
  if (STEP_OF.get(type) === "started") return { ...task, state: "en_route", startedAt: at };
  return { ...task, state: "arrived", arrivedAt: at };
}

function ended(task: Task, result: "succeeded" | "failed", outcome: Outcome, correction: boolean): Task {
  return { ...task, state: result, outcome, attempts: [...task.attempts, { result, outcome, correction }] };
}

function afterEnd(
  delivery: DeliveryState,
  taskId: string,
  result: "succeeded" | "failed",
  { outcome, correction }: Pick<Attempt, "outcome" | "correction">,
): DeliveryState {
  const kind = delivery.tasks.find((task) => task.id === taskId)?.kind ?? "collect";
  const after = withTasks(delivery, [taskId], (task) => ended(task, result, outcome, correction));
  const place = result === "failed" ? outcome.place : undefined;
  return { ...after, custody: place ?? CUSTODY_AFTER[kind][result] };
}

type Stepped = Extract<DeliveryEvent, { type: SteppedType }>;
type Ended = Extract<DeliveryEvent, { type: EndedType }>;

const isStepped = (event: DeliveryEvent): event is Stepped => {
  const step = STEP_OF.get(event.type);
  return step === "started" || step === "arrived";
};
const isEnded = (event: DeliveryEvent): event is Ended => {
  const step = STEP_OF.get(event.type);
  return step === "succeeded" || step === "failed";
};

const CLOSED_AS = {
  "delivery.cancelled": "cancelled",
  "delivery.lost": "lost",
  "delivery.disposed": "disposed",
} as const;

function corrected(
  delivery: DeliveryState,
  event: Extract<DeliveryEvent, { type: "delivery.corrected" }>,
): DeliveryState {
  const after = withTasks(delivery, event.cancelledTaskIds, cancelled);
  return afterEnd(after, event.taskId, event.to, { outcome: event.outcome, correction: true });
}

/** Plan and custody: everything that is no step and no end of a task. */
// oxlint-disable-next-line complexity -- one flat case for each kind of event
function applyOther(delivery: DeliveryState, event: Exclude<DeliveryEvent, Stepped | Ended>): DeliveryState {
  switch (event.type) {
    case "delivery.assigned":
      return withTasks(delivery, event.taskIds, (task) => given(task, event.courierId));
    case "delivery.reopened":
      return {
        ...withTasks(delivery, event.taskIds, (task) => given(takenAway(task), event.courierId)),
        closedAs: null,
      };
    case "delivery.unassigned":
    case "delivery.declined":
      return withTasks(delivery, event.taskIds, takenAway);
    case "delivery.taken_over":
      return withTasks(delivery, [event.taskId], (task) => takenOver(task, event.courierId));
    case "delivery.corrected":
      return corrected(delivery, event);
    case "delivery.retry_planned":
      return withNew(delivery, event.task);
    case "delivery.returning":
      return withNew(withTasks(delivery, event.cancelledTaskIds, cancelled), event.task);
    case "delivery.plan_withdrawn":
      return withTasks(delivery, event.cancelledTaskIds, cancelled);
    case "delivery.cancelled":
    case "delivery.lost":
    case "delivery.disposed":
      return { ...withTasks(delivery, event.cancelledTaskIds, cancelled), closedAs: CLOSED_AS[event.type] };
    case "delivery.at_hub":
      return { ...delivery, custody: "hub" };
    case "delivery.loaded":
      return { ...delivery, custody: "courier" };
    case "delivery.found":
      break;
  }
  return withNew({ ...delivery, closedAs: null, custody: "hub" }, event.task);
}

function apply(delivery: DeliveryState, event: DeliveryEvent): DeliveryState {
  if (isStepped(event)) {
    return withTasks(delivery, [event.taskId], (task) => stepped(task, event.type, event.occurredAt));
  }
  if (!isEnded(event)) return applyOther(delivery, event);
  const result = STEP_OF.get(event.type) === "failed" ? "failed" : "succeeded";
  return afterEnd(delivery, event.taskId, result, { outcome: event.outcome, correction: false });
}

/** The delivery after one more event; the version grows by 1 and the command counts as accepted. */
export function evolve(delivery: DeliveryState, event: DeliveryEvent): DeliveryState {
  const ids = delivery.acceptedCommandIds;
  return {
    ...apply(delivery, event),
    version: delivery.version + 1,
    acceptedCommandIds: ids.includes(event.commandId) ? ids : [...ids, event.commandId],
  };
}
