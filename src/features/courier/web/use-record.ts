import { useRef, useState } from "react";
import type * as z from "zod/mini";
import type { CourierStop } from "../contract/api.ts";
import type { BODIES_V2, COMMAND_BODIES, CommandType } from "../contract/sync.ts";
import type { Entry } from "#kernel/outbox/outbox.ts";
import { newestOf } from "../domain/proofs.ts";
import { phone, phoneView } from "./phone-view.ts";

type CommandBody = {
  [T in CommandType]: { readonly type: T } & z.output<
    T extends keyof typeof BODIES_V2 ? (typeof BODIES_V2)[T] : (typeof COMMAND_BODIES)[T]
  >;
}[CommandType];
type OnTask = "deliveryId" | "taskId";
/** A fact about a stop as a page knows it: ids and pictures are the stop's own. */
export type Fact = CommandBody extends infer B
  ? B extends { readonly type: "succeed" | "fail" | "correct" }
    ? Omit<B, OnTask | "proofs" | "addressTag">
    : B extends { readonly type: "shift" }
      ? never
      : Omit<B, OnTask>
  : never;

type Step = CourierStop["state"] | null;

/** A write that takes longer is shown as under way. */
const WAIT_SHOWN_MS = 100;

/** Form whose typed text is in the command now. */
interface Settles {
  readonly draft?: string;
}

export interface Recording {
  readonly mutate: (fact: Fact, settles?: Settles) => void;
  readonly mutateAsync: (fact: Fact, settles?: Settles) => Promise<void>;
  readonly isPending: boolean;
  readonly error: unknown;
}

/**
 * Stores what happened at a stop on this phone; no network is waited for. Busy is the step that was pressed: the next one
 * may stand on the screen while its write still ends, and is pressed for itself.
 *
 * @throws Problem `courier.not-saved` when the phone refuses
 */
export function useRecord(stop: CourierStop | undefined, onDone: () => void = () => undefined): Recording {
  const [pendingAt, setPendingAt] = useState<Step>(null);
  const [error, setError] = useState<unknown>(null);
  const busyAt = useRef<Step>(null);
  const mutateAsync = async (fact: Fact, { draft }: Settles = {}) => {
    if (!stop || busyAt.current === stop.state) return;
    const step = stop.state;
    busyAt.current = step;
    // Drawing the wait before the write would make the write later.
    const waiting = setTimeout(() => setPendingAt(step), WAIT_SHOWN_MS);
    setError(null);
    try {
      await (await phone()).record([entryOf(stop, fact, draft)]);
      onDone();
    } catch (problem) {
      setError(problem);
      throw problem;
    } finally {
      clearTimeout(waiting);
      if (busyAt.current === step) busyAt.current = null;
      setPendingAt((now) => (now === step ? null : now));
    }
  };
  return {
    mutateAsync,
    mutate: (fact, settles) => void mutateAsync(fact, settles).catch(() => undefined),
    isPending: stop !== undefined && pendingAt === stop.state,
    error,
  };
}

/**
 * The command of a fact; its pictures are named with the hash of their bytes, so that no other takes their place. A
 * correction names none that waits with the outcome before it: that outcome's stay evidence.
 */
export function entryOf(stop: CourierStop, { type, ...fact }: Fact, draft?: string): Entry {
  const { deliveryId, taskId } = stop;
  const isEnd = type === "succeed" || type === "fail" || type === "correct";
  const stateOf = new Map(phoneView().files.map((file) => [file.id, file.state]));
  // Pictures of single parcels besides those of the whole; a photo of a parcel is none of the handover.
  const named = new Set("left" in fact ? fact.left?.flatMap(({ proofIds }) => proofIds) : []);
  const [ofParcels, others] = [true, false].map((is) => stop.proofs.filter(({ id }) => named.has(id) === is));
  const whole = (["photo", "signature"] as const).flatMap((kind) => newestOf(others ?? [], kind) ?? []);
  const pictures = isEnd ? [...whole, ...(ofParcels ?? [])] : [];
  const proofs = pictures
    .filter(({ id }) => type !== "correct" || stateOf.get(id) !== "waiting")
    .map(({ id, kind, sha256, bytes }) => ({ id, kind, sha256, bytes }));
  return {
    type,
    // An older server reads what it knows: a command that speaks of all parcels says so as it always did.
    v: "left" in fact ? 2 : 1,
    body: {
      deliveryId,
      taskId,
      ...fact,
      ...(isEnd && { proofs }),
      ...(type === "succeed" && { addressTag: stop.addressTag }),
    },
    deliveryId,
    taskId,
    label: stop.address.label,
    fileIds: proofs.map(({ id }) => id).filter((id) => stateOf.has(id) && stateOf.get(id) !== "sent"),
    canUndo: isEnd,
    ...(draft !== undefined && { droppedDrafts: [draft] }),
  };
}
