import type { Entry } from "#kernel/outbox/outbox.ts";
import { SECOND_MS } from "#kernel/instant.ts";
import type { Phone } from "../phone.ts";
import { NEWER } from "../server.ts";
import type { Stop } from "../phone-store.ts";
import type { Truth } from "../truth.ts";
import type { World } from "../world.ts";
import { asksPin } from "./pins.ts";
import { recorded } from "./recorded.ts";

interface Parts {
  readonly world: World;
  readonly truth: Truth;
  /** Whether the server learns the later version in the end. */
  readonly readsNewer: boolean;
}

const MOST = 4;
const OPEN: ReadonlySet<string> = new Set(["assigned", "en_route", "arrived"]);

/** Open stops for the same thing at the address of this one; a PIN is for one delivery alone. */
export const doorStops = (stops: readonly Stop[], at: Stop): readonly Stop[] =>
  stops
    .filter(
      (stop) =>
        stop.kind === at.kind &&
        stop.addressTag === at.addressTag &&
        !stop.blocked &&
        OPEN.has(stop.state) &&
        !asksPin(stop),
    )
    .slice(0, MOST);

/** Stops that were taken over just now first, now and then: their courier may never have had them. */
function inOrder({ dice }: World, phone: Phone, stops: readonly Stop[]): readonly Stop[] {
  if (dice.chance(0.5)) return stops;
  const { ops } = phone.disk().kept;
  const taken = new Set(
    ops.filter(({ command }) => command.type === "taken_over").map(({ taskId }) => taskId),
  );
  return stops.toSorted((a, b) => Number(taken.has(b.taskId)) - Number(taken.has(a.taskId)));
}

/** Ends several stops under one name and one picture, each by a command of its own, in one press. */
export async function endDoor(
  { world, truth, readsNewer }: Parts,
  phone: Phone,
  chosen: readonly Stop[],
): Promise<void> {
  const { dice } = world;
  const stops = inOrder(world, phone, chosen);
  const [first] = stops;
  const shot = first && dice.chance(0.7) ? await phone.shoot(first) : undefined;
  const label = world.newId("door");
  truth.doors.set(label, stops.length);
  const entries = stops.map(({ deliveryId, taskId, addressTag }, nth): Entry => {
    const { id, kind, sha256, bytes } = shot ?? { id: "", kind: "photo" as const, sha256: "", bytes: 0 };
    const own = nth === 0 ? { id } : { id: world.newId("shared"), of: id };
    const proofs = shot ? [{ ...own, kind, sha256, bytes }] : [];
    const taken = truth.shots.get(id);
    if (nth > 0 && taken) {
      truth.shots.set(own.id, { ...taken, id: own.id, taskId });
    }
    const body = { deliveryId, taskId, note: null, recipientName: "Ina", addressTag, proofs };
    const fileIds = shot ? [id] : [];
    // The command that carries the picture is judged later than the others, now and then.
    const v = nth === 0 && readsNewer && dice.chance(0.08) ? NEWER : 1;
    return { type: "succeed", v, body, deliveryId, taskId, label, fileIds, canUndo: true };
  });
  // Without the guard each stop is a transaction of its own, and the page may die between two.
  for (const part of world.has("door-together") ? [entries] : entries.map((one) => [one])) {
    if (part[0] !== entries[0] && dice.chance(0.3)) phone.doom("before");
    if (!(await recorded({ world, truth }, phone, part))) break;
  }
  world.say(`${phone.name}: ${phone.user} ended ${stops.length} stops of one door`);
  void phone.drain();
  world.after(9 * SECOND_MS, () => void phone.drain());
}

/** Pictures that a command of a door names as another one's bytes. */
export function sharedOf(body: string): readonly { readonly id: string; readonly of: string }[] {
  if (!body.includes('"of":')) return [];
  // Safe: `endDoor` wrote it.
  const { proofs } = JSON.parse(body) as { proofs: readonly { id: string; of?: string }[] };
  return proofs.flatMap(({ id, of }) => (of === undefined ? [] : [{ id, of }]));
}
