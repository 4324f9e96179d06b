import type { Chosen } from "#features/choices/domain/decide-choice.ts";
import { isFinished, isPending, type Task } from "#features/deliveries/domain/delivery.ts";
import { DELIVERY_FLOW, stateOf } from "#features/deliveries/domain/state.ts";
import { TASK_KINDS } from "#features/deliveries/domain/task-lifecycle.ts";
import { faultsOf } from "#test/support/people/delivery-faults.ts";
import { checkCame, checkImported, checkPublished } from "./check-errands.ts";
import type { Deed, Draft, State } from "./deed.ts";
import { isSame, isSameValue, type Step } from "./step.ts";
import type { World } from "./world.ts";

/** Compares the invariants after each command. */
export function checkStep(world: World, step: Step): void {
  const { before, after, sent } = step;
  for (const [id, now] of after.deliveries) {
    checkEvents(world, step, id);
    if (before.deliveries.get(id) === now) continue;
    for (const fault of faultsOf(now)) world.broke(14, fault);
    checkTasks(world, now);
    const was = before.deliveries.get(id);
    if (!was) continue;
    checkChange(world, was, now);
    checkKept(world, was, now);
  }
  checkCame(world, step);
  checkRoutes(world, step);
  const [only, ...rest] = sent;
  if (only && rest.length === 0 && only.said !== "lost") checkAnswer(world, step, only);
  checkRace(world, step);
}

/** One end counts for each task, and the task is what its last end says (12). */
function checkTasks(world: World, { tasks }: Chosen): void {
  for (const task of tasks) {
    const last = task.attempts.at(-1);
    if (task.attempts.filter(({ correction }) => !correction).length > 1)
      world.broke(12, "a task ended twice");
    if (isFinished(task) && last?.result !== task.state) world.broke(12, "a task is not what its end says");
    if (isFinished(task) && !isSameOutcome(last?.outcome, task.outcome))
      world.broke(12, "a task's outcome is not that of its last end");
  }
}

const isSameOutcome = (one: Task["outcome"] | undefined, other: Task["outcome"]): boolean =>
  one?.occurredAt === other?.occurredAt && one?.reason === other?.reason;

const isReachable = (from: string, to: string): boolean => {
  const seen = new Set([from]);
  for (const one of seen) for (const next of DELIVERY_FLOW[one as keyof typeof DELIVERY_FLOW]) seen.add(next);
  return seen.has(to);
};

/** A delivery goes along its graph (10), and its version grows with it (16). */
function checkChange(world: World, was: Chosen, now: Chosen): void {
  const [from, to] = [stateOf(was), stateOf(now)];
  if (from !== to && !isReachable(from, to)) world.broke(10, `${from} became ${to}`);
  if (from !== to && FOR_GOOD.has(from)) world.broke(10, `a delivery left ${from}`);
  if (now.version < was.version) world.broke(16, "a version went back");
  if (now.version === was.version && !isSameValue(bare(now), bare(was)))
    world.broke(16, "a delivery changed and its version did not");
}

const FOR_GOOD: ReadonlySet<string> = new Set(["cancelled", "disposed"]);

/** Parcels, tasks and ends stay (17). */
function checkKept(world: World, was: Chosen, now: Chosen): void {
  if (now.parcelCodes?.join() !== was.parcelCodes?.join()) world.broke(17, "parcels came or went");
  for (const task of was.tasks) {
    const same = now.tasks.find(({ id }) => id === task.id);
    if (!same || same.attempts.length < task.attempts.length) world.broke(17, "a task or an end vanished");
  }
}

const bare = ({ tasks, custody, closedAs, window, pickupWindow, recipient, handover }: Chosen): unknown => ({
  tasks: tasks.map(({ id, state, courierId }) => ({ id, state, courierId })),
  custody,
  closedAs,
  window,
  pickupWindow,
  recipient,
  handover,
});

/** A delivery's events are as many as its version says, and it changes exactly with them (39). */
function checkEvents(world: World, { before, after }: Step, id: string): void {
  const [was, now] = [before.deliveries.get(id), after.deliveries.get(id)];
  const events = after.events.get(id) ?? [];
  if (now && events.length !== now.version)
    world.broke(39, "a change without its event, or an event without it");
  const known = before.events.get(id) ?? [];
  if (was && known.join() !== events.slice(0, known.length).join()) world.broke(39, "an event was rewritten");
}

interface Had {
  readonly one: Chosen;
  readonly task: Task;
}

/** A route changes with its revision (16), and a task is on one route, its courier's (15, 28). */
function checkRoutes(world: World, { before, after, sent }: Step): void {
  const all = [...after.deliveries.values()];
  const tasks = new Map(all.flatMap((one) => one.tasks.map((task) => [task.id, { one, task }] as const)));
  const hadBy = new Map(
    [...before.deliveries.values()].flatMap((one) =>
      one.tasks.map(({ id, courierId }) => [id, courierId] as const),
    ),
  );
  const seen = new Set<string>();
  let stopCount = 0;
  for (const [courierId, { revision, taskIds }] of after.routes) {
    const was = before.routes.get(courierId) ?? { revision: 0, taskIds: [] };
    if (revision < was.revision) world.broke(16, "a route's revision went back");
    const held = (ids: readonly string[]): Had[] =>
      ids.flatMap((id) => tasks.get(id) ?? []).filter(({ task }) => task.courierId === courierId);
    const mine = held(taskIds);
    // A stop that comes back by a fact, at the same time as an edit takes it off, was nobody's place to keep.
    const kept = (ids: readonly string[]): Had[] =>
      held(ids).filter(({ task }) => hadBy.get(task.id) === courierId);
    if (was.revision === revision && !isSameOrder(kept(was.taskIds), kept(taskIds)))
      world.broke(16, "a route changed and its revision did not");
    stopCount += taskIds.length;
    for (const id of taskIds) seen.add(id);
    if (taskIds.some((id) => !tasks.has(id))) world.broke(28, "a stop without its task");
    // A job lets the routes follow what happened.
    if (sent.length === 0 && mine.length < taskIds.length)
      world.broke(15, "a stop is on another courier's route");
    checkOrder(world, mine);
  }
  if (seen.size < stopCount) world.broke(28, "a stop is on two routes, or twice on one");
}

const isSameOrder = (one: readonly Had[], other: readonly Had[]): boolean =>
  one.map(({ task }) => task.id).join() === other.map(({ task }) => task.id).join();

/** Everything is collected before it is brought (29). */
function checkOrder(world: World, stops: readonly Had[]): void {
  const reached = new Map<string, number>();
  for (const { one, task } of stops) {
    if (!isPending(task)) continue;
    const rank = TASK_KINDS.indexOf(task.kind);
    if (rank < (reached.get(one.id) ?? 0)) world.broke(29, "brought before it is collected");
    reached.set(one.id, rank);
  }
}

/** A refusal changes nothing (16, 33), a deed sent again neither (18), and one on an old view is refused (15, 16). */
function checkAnswer(world: World, step: Step, { deed, said, times }: Step["sent"][number]): void {
  const { before, after } = step;
  if (said !== "done" && !isSame(before, after)) world.broke(33, "a refused command changed something");
  if (times === "again" && !isSame(before, after)) world.broke(18, "a command sent again changed something");
  if (said === "done" && times === "first") checkView(world, step, deed);
}

function checkView(world: World, step: Step, deed: Deed): void {
  const { before, after } = step;
  if ((deed.kind === "edit" || deed.kind === "choose") && isOld(before, deed))
    world.broke(16, "a change on an old version was accepted");
  if (deed.kind === "publish") checkPublished(world, step, deed);
  if (deed.kind === "import") checkImported(world, step, deed);
  if (deed.kind !== "plan") return;
  const isStale = deed.edit.seen.some(
    ({ courierId, revision }) => before.routes.get(courierId)?.revision !== revision,
  );
  if (isStale) world.broke(15, "an edit on an old plan was accepted");
  if (deed.edit.type === "assign") checkAssigned(world, after, deed.edit);
  if (deed.edit.type === "restore") checkRestored(world, step, deed.edit);
}

const isOld = (
  { deliveries }: State,
  { id, version }: { readonly id: string; readonly version: number },
): boolean => deliveries.get(id)?.version !== version;

/** All that was named is the courier's afterwards, and on their route unless they took it over and go there now (33). */
function checkAssigned(
  world: World,
  after: State,
  { deliveryIds, courierId }: { readonly deliveryIds: readonly string[]; readonly courierId: string },
): void {
  const route = new Set(after.routes.get(courierId)?.taskIds);
  for (const id of deliveryIds)
    for (const task of after.deliveries.get(id)?.tasks.filter(isPending) ?? [])
      if (task.courierId !== courierId || (task.state === "assigned" && !route.has(task.id)))
        world.broke(33, "a part of what was assigned was not");
}

/** A postponement that is taken back leaves the window that was promised before it, unless somebody changed it since (32). */
function checkRestored(
  world: World,
  { before, after, postponed }: Step,
  { deliveryIds, undoes }: { readonly deliveryIds: readonly string[]; readonly undoes: string },
): void {
  const moved = postponed.get(undoes);
  for (const id of moved ? deliveryIds : []) {
    const at = ({ deliveries }: State): number | undefined => deliveries.get(id)?.window.start;
    if (moved && at(moved.after) === at(before) && at(after) !== at(moved.before))
      world.broke(32, "an undo left another window");
  }
}

/** Of edits that were sent at once about one plan, one is accepted (15). */
function checkRace(world: World, { before, after, sent }: Step): void {
  const done = sent.filter(
    ({ deed, said, times }) => seenIn(deed).length > 0 && said === "done" && times === "first",
  );
  if (done.length < 2) return;
  for (const [courierId, { revision }] of after.routes)
    if (
      revision > (before.routes.get(courierId)?.revision ?? 0) + 1 &&
      done.every(({ deed }) => isAbout(deed, courierId))
    )
      world.broke(15, "two edits of one plan were accepted");
}

const isAbout = (deed: Deed, courierId: string): boolean =>
  seenIn(deed).some((one) => one.courierId === courierId);

/** Routes that a deed names as its author saw them. */
const seenIn = (deed: Deed): Draft["seen"] =>
  deed.kind === "plan" ? deed.edit.seen : deed.kind === "publish" ? deed.seen : [];
