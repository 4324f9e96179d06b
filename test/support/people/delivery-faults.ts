import {
  type DeliveryState,
  type Task,
  isPending,
  isUnderWay,
  latest,
} from "#features/deliveries/domain/delivery.ts";
import { isTerminal, stateOf } from "#features/deliveries/domain/state.ts";

const closedInOurHands = ({ closedAs, custody }: DeliveryState): boolean =>
  (closedAs !== "lost" && closedAs !== "disposed") || custody === "courier" || custody === "hub";
const ends = (d: DeliveryState, kind: Task["kind"]): boolean => latest(d, kind)?.state === "succeeded";
const onward = (d: DeliveryState): Task[] =>
  d.tasks.filter((task) => task.kind !== "collect" && isPending(task));
const atHub = (task: Task): boolean => task.outcome?.place === "hub";
const failedTries = (d: DeliveryState, kind: Task["kind"]): number =>
  d.tasks.filter((task) => task.kind === kind && task.state === "failed" && !atHub(task)).length;
const isNobodys = (task: Task): boolean => !atHub(task) || task.courierId === null;
const wasCorrected = (task: Task): boolean => task.attempts.some((attempt) => attempt.correction);

/** Rules that hold of every delivery at any time. */
const INVARIANTS: readonly (readonly [string, (d: DeliveryState) => boolean])[] = [
  ["at most one task is under way", (d) => d.tasks.filter(isUnderWay).length <= 1],
  ["at most one task onward is pending", (d) => onward(d).length <= 1],
  [
    "the sender has the parcels until they are collected",
    (d) => (d.custody === "sender") !== ends(d, "collect"),
  ],
  [
    "the recipient has them exactly when delivered",
    (d) => (d.custody === "recipient") === ends(d, "deliver"),
  ],
  [
    "the sender has them again exactly when returned",
    (d) => (d.custody === "sender_again") === ends(d, "return"),
  ],
  ["on the way with the parcels", (d) => !onward(d).some(isUnderWay) || d.custody === "courier"],
  ["what is handed out at the hub was given to no courier", (d) => d.tasks.every(isNobodys)],
  ["nothing is pending at an end", (d) => !isTerminal(stateOf(d)) || !d.tasks.some(isPending)],
  [
    "nothing is tried before collection",
    (d) => ends(d, "collect") || d.tasks.every((task) => task.kind === "collect" || task.outcome === null),
  ],
  ["no more tries of collecting than agreed", (d) => failedTries(d, "collect") <= d.maxAttempts],
  ["no more tries of delivering than agreed", (d) => failedTries(d, "deliver") <= d.maxAttempts],
  [
    "who finished a task had it",
    (d) => d.tasks.every((task) => task.outcome === null || task.courierId !== null || atHub(task)),
  ],
  ["cancelled means never collected", (d) => d.closedAs !== "cancelled" || d.custody === "sender"],
  ["lost and disposed were in our hands", closedInOurHands],
  ["disposed only where agreed", (d) => d.closedAs !== "disposed" || d.undeliverableAction === "dispose"],
  [
    "a success was reached step by step",
    (d) =>
      d.tasks.every(
        (task) => task.state !== "succeeded" || wasCorrected(task) || task.arrivedAt !== null || atHub(task),
      ),
  ],
];

/** The names of the rules that a delivery breaks; empty for every one that commands made. */
export function faultsOf(delivery: DeliveryState): string[] {
  return INVARIANTS.filter(([, holds]) => !holds(delivery)).map(([name]) => name);
}
