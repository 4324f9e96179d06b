import type { FrozenCommand, Result } from "#kernel/outbox/op.ts";
import type { Instant } from "#kernel/instant.ts";
import type { World } from "./world.ts";

/** One tap as it really was. */
export interface Tap {
  readonly command: FrozenCommand;
  readonly at: Instant;
  readonly owner: string;
  readonly device: string;
  readonly deliveryId: string | null;
  readonly taskId: string | null;
  /** Taps of one press at a door have the same one. */
  readonly label: string;
  readonly fileIds: readonly string[];
  /** The courier read that it is saved. */
  isShown: boolean;
  /** Taken back by the courier before it was sent, or gone with a wiped phone. */
  isGone: boolean;
}

/** One picture as it was taken. */
export interface Shot {
  readonly id: string;
  readonly taskId: string;
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

/** Everything that really happened, for comparison. */
export interface Truth {
  readonly taps: Map<string, Tap>;
  readonly shots: Map<string, Shot>;
  /** Sent pictures that a full phone gave up. */
  readonly givenUp: Set<string>;
  /** How many stops a press at a door was for, by its label. */
  readonly doors: Map<string, number>;
  /** Digits that recipients read on their tracking pages, by delivery. */
  readonly pins: Map<string, string>;
  /** Answers that digits are wrong, by delivery, since the last restore. */
  readonly wrongPins: Map<string, number>;
  /** First verdict per command and epoch. */
  readonly verdicts: Map<string, string>;
}

export const makeTruth = (): Truth => ({
  taps: new Map(),
  shots: new Map(),
  givenUp: new Set(),
  doors: new Map(),
  pins: new Map(),
  wrongPins: new Map(),
  verdicts: new Map(),
});

/** Compares a command that reaches the server with the tap: its bytes (7) and its owner (6). */
export function compareSent(world: World, truth: Truth, sent: FrozenCommand, user: string): void {
  const tap = truth.taps.get(sent.id);
  if (!tap) return world.broke(1, "a command arrived that was never stored");
  const { command } = tap;
  if (command.body !== sent.body || command.seq !== sent.seq || command.wall !== sent.wall)
    world.broke(7, "a command changed between two tries");
  if (tap.owner !== user) world.broke(6, "a command was sent as somebody else");
}

/** Compares an answer with the first one of the same epoch (3). */
export function compareVerdict(world: World, truth: Truth, key: string, verdict: string): void {
  if (verdict === "later") return;
  const first = truth.verdicts.get(key);
  if (first === undefined) truth.verdicts.set(key, verdict);
  else if (first !== verdict) world.broke(3, `${first} became ${verdict}`);
}

/**
 * A delivery waits only for a cause of its own: a bug in it, one of its commands that nobody can read yet, or a handover
 * whose other half is not here (12). Of a code that was typed the phone does not know the deliveries.
 */
export function compareHeld(
  world: World,
  { taps }: Truth,
  results: readonly Result[],
  { user, causes }: { readonly user: string; readonly causes: ReadonlySet<string> },
): void {
  const awaited = new Set<string>();
  for (const { id, verdict, code } of results) {
    const deliveryId = taps.get(id)?.deliveryId ?? "";
    const isTyped = deliveryId === "" && causes.size > 0;
    if (code === "courier.awaits-handover") {
      awaited.add(deliveryId);
      if (!hasTaken(taps, user, deliveryId)) world.broke(12, "a command waits for a handover that never was");
    }
    if (verdict === "later" && !isTyped && !causes.has(deliveryId) && !awaited.has(deliveryId))
      world.broke(12, "a command waits for another delivery's");
  }
}

const hasTaken = (taps: Truth["taps"], user: string, deliveryId: string): boolean =>
  [...taps.values()].some(
    (tap) => tap.owner === user && tap.deliveryId === deliveryId && tap.command.type === "taken_over",
  );
