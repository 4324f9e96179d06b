import type { ErrandOf, State } from "./deed.ts";
import { isSame, type Step } from "./step.ts";
import type { World } from "./world.ts";

/** Begin of the references of imported rows; the sender's note holds them. */
export const REFERENCE = "A-";

/** Deliveries stay (17); those that come are right rows of a file, each once as long as it is not cancelled (34). */
export function checkCame(world: World, { before, after, sent }: Step): void {
  for (const id of before.deliveries.keys())
    if (!after.deliveries.has(id)) world.broke(17, "a delivery went");
  const rows = sent.flatMap(({ deed }) => (deed.kind === "import" ? deed.rows : []));
  for (const [id, { sender }] of after.deliveries)
    if (!before.deliveries.has(id) && !rows.some((row) => !row.wrong && row.reference === sender.note))
      world.broke(17, "a delivery came that nobody ordered");
  const live = liveIn(after);
  if (new Set(live).size < live.length) world.broke(34, "a row became two deliveries");
}

/** References of the imported deliveries that are not cancelled. */
const liveIn = ({ deliveries }: State): string[] =>
  [...deliveries.values()].flatMap(({ sender, closedAs }) =>
    sender.note.startsWith(REFERENCE) && closedAs !== "cancelled" ? sender.note : [],
  );

/** Every right row of a file is a delivery afterwards (34). */
export function checkImported(world: World, { after }: Step, { rows }: ErrandOf<"import">): void {
  const live = new Set(liveIn(after));
  for (const { reference, wrong } of rows)
    if (!wrong && !live.has(reference)) world.broke(34, "a right row is no delivery");
}

/** A plan is published on the routes that its author saw (15), and is what was drawn where nothing changed since (30). */
export function checkPublished(
  world: World,
  { before, after }: Step,
  { draft, seen }: ErrandOf<"publish">,
): void {
  if (seen.some(({ courierId, revision }) => before.routes.get(courierId)?.revision !== revision))
    world.broke(15, "a plan was published on old routes");
  if (!draft.drawnFrom || !isSame(before, draft.drawnFrom)) return;
  for (const [courierId, taskIds] of draft.goal) {
    const planned = new Set(taskIds);
    const now = (after.routes.get(courierId)?.taskIds ?? []).filter((id) => planned.has(id));
    if (now.join() !== taskIds.join()) world.broke(30, "a published plan is not the one that was drawn");
  }
}
