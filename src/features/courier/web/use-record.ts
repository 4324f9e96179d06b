import { useRef, useState } from "react";
import type * as z from "zod/mini";
import type { CourierStop } from "../contract/api.ts";
import type { COMMAND_BODIES, CommandType } from "../contract/sync.ts";
import type { Entry } from "#kernel/outbox/outbox.ts";
import { newestOf } from "../domain/proofs.ts";
import { phone, phoneView } from "./phone-view.ts";

type CommandBody = {
  [T in CommandType]: { readonly type: T } & z.output<(typeof COMMAND_BODIES)[T]>;
}[CommandType];
type OnTask = "deliveryId" | "taskId";
/** A fact about a stop as a page knows it: ids and pictures are the stop's own. */
export type Fact = CommandBody extends infer B
  ? B extends { readonly type: "succeed" | "fail" }
    ? Omit<B, OnTask | "proofs" | "addressTag">
    : B extends { readonly type: "shift" }
      ? never
      : Omit<B, OnTask>
  : never;

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
 * Stores what happened at a stop on this phone; no network is waited for.
 *
 * @throws Problem `courier.not-saved` when the phone refuses
 */
export function useRecord(stop: CourierStop | undefined, onDone: () => void = () => undefined): Recording {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isBusy = useRef(false);
  const mutateAsync = async (fact: Fact, { draft }: Settles = {}) => {
    if (!stop || isBusy.current) return;
    isBusy.current = true;
    // Drawing the wait before the write would make the write later.
    const waiting = setTimeout(() => setPending(true), WAIT_SHOWN_MS);
    setError(null);
    try {
      await (await phone()).record([entryOf(stop, fact, draft)]);
      onDone();
    } catch (problem) {
      setError(problem);
      throw problem;
    } finally {
      clearTimeout(waiting);
      isBusy.current = false;
      setPending(false);
    }
  };
  return {
    mutateAsync,
    mutate: (fact, settles) => void mutateAsync(fact, settles).catch(() => undefined),
    isPending,
    error,
  };
}

/** The command of a fact; its pictures are named with the hash of their bytes, so that no other takes their place. */
export function entryOf(stop: CourierStop, { type, ...fact }: Fact, draft?: string): Entry {
  const { deliveryId, taskId } = stop;
  const isEnd = type === "succeed" || type === "fail";
  const pictures = isEnd
    ? (["photo", "signature"] as const).flatMap((kind) => newestOf(stop.proofs, kind) ?? [])
    : [];
  const proofs = pictures.map(({ id, kind, sha256, bytes }) => ({ id, kind, sha256, bytes }));
  const here = new Set(phoneView().files.map((file) => file.id));
  return {
    type,
    v: 1,
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
    fileIds: proofs.map(({ id }) => id).filter((id) => here.has(id)),
    canUndo: isEnd,
    ...(draft !== undefined && { droppedDrafts: [draft] }),
  };
}
