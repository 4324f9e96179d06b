import { useSyncExternalStore } from "react";
import { reportMissingCode } from "#web/offline/code-missing.ts";
import type { Warning } from "#web/phone/storage-check.ts";
import { unsentFrom } from "#web/session/failures/unsent.ts";
import type { CourierDay } from "../contract/api.ts";
import type { Counts } from "#kernel/outbox/counts.ts";
import type { Kept, KeptFile, Op } from "#kernel/outbox/op.ts";
import type { DrainEnd, Entry } from "#kernel/outbox/outbox.ts";

/** Another person's work on this phone. */
export interface OthersWork {
  readonly name: string;
  readonly unsent: number;
}

/** An outcome that can be taken back until `until`, by the phone's clock. */
export interface Undoable {
  readonly ids: readonly string[];
  readonly until: number;
}

/** Everything that the courier's pages show of this phone. */
export interface PhoneView {
  /** False until the stored day was read. */
  readonly isReady: boolean;
  readonly ownerName: string;
  /** The stored day with unsent work laid over it. */
  readonly day: CourierDay | null;
  /** Last confirmation of the day, by the phone's clock. */
  readonly asOf: number | null;
  /** The stored day was deleted for its age, and no newer one was read. */
  readonly isDayTooOld: boolean;
  readonly ops: readonly Op[];
  readonly files: readonly KeptFile[];
  readonly drafts: ReadonlyMap<string, unknown>;
  readonly counts: Counts;
  /** End of the last try to send; nothing before the first. */
  readonly end: DrainEnd | null;
  /** True when the phone refused the last write: what was tapped is nowhere. */
  readonly isNotSaved: boolean;
  /** Unsent things that were deleted under this page, by somebody or by the browser. */
  readonly lost: number;
  readonly undo: Undoable | null;
  /** The last undo came after the outcome was sent. */
  readonly isUndoLate: boolean;
  readonly others: readonly OthersWork[];
  readonly warnings: readonly Warning[];
}

const EMPTY: PhoneView = {
  isReady: false,
  ownerName: "",
  day: null,
  asOf: null,
  isDayTooOld: false,
  ops: [],
  files: [],
  drafts: new Map(),
  counts: { commands: 0, files: 0, looks: 0 },
  end: null,
  isNotSaved: false,
  lost: 0,
  undo: null,
  isUndoLate: false,
  others: [],
  warnings: [],
};

let view = EMPTY;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const phoneView = (): PhoneView => view;

export function showPhone(change: Partial<PhoneView>): void {
  view = { ...view, ...change };
  for (const listener of listeners) listener();
}

/** Forgets everything shown, before another person's phone is read. */
export const clearPhone = (): void => showPhone(EMPTY);

export const usePhone = (): PhoneView => useSyncExternalStore(subscribe, phoneView);

/** Zone of the times shown; the phone's own until there is a day. The install's settings may not be within reach. */
export const zoneOf = ({ day }: PhoneView): string =>
  day?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Everything that a phone keeps for one person. */
export interface OwnedWork extends Kept<CourierDay> {
  /** Name of the person at the identity provider. */
  readonly subject: string;
  readonly name: string;
}

export interface Phone {
  /** Stores commands in one transaction. @throws Problem `courier.not-saved`, `courier.phone-full` when the phone refuses */
  record(entries: readonly Entry[]): Promise<void>;
  undo(): Promise<void>;
  /** Marks what the courier has seen. */
  confirm(ids: readonly string[]): Promise<void>;
  /** Removes what the phone can do without. @returns whether anything was there */
  makeRoom(): Promise<boolean>;
  /** Sends a refused picture again. */
  sendAgain(fileId: string): Promise<void>;
  /** Stores a picture; a photo only where the reserve for facts stays. @throws Problem `courier.phone-full` */
  keepFile(file: KeptFile, blob: Blob): Promise<void>;
  /** Deletes a picture that no command names. */
  dropDraftFile(fileId: string): Promise<void>;
  blob(fileId: string): Promise<Blob | undefined>;
  /** Everything that is kept, with its owner; nothing while no person's phone is open. */
  kept(): Promise<OwnedWork | undefined>;
  saveDraft(name: string, value: unknown): Promise<void>;
  /** Sends what waits and reads the day. */
  refresh(): void;
  /** Asks the browser to keep what is stored. */
  startDuty(): Promise<void>;
  /** Tells dispatch that the courier saw the newest route. */
  acknowledge(): Promise<void>;
}

let loading: Promise<Phone> | undefined;

/** The phone's outbox; its code comes after the first paint. */
export function phone(): Promise<Phone> {
  loading ??= import("./phone/phone.ts").then(
    (module) => module.startPhone(),
    (error: unknown) => {
      loading = undefined;
      reportMissingCode();
      throw error;
    },
  );
  return loading;
}

unsentFrom({
  count: () => view.counts.commands + view.counts.files,
  lost: () => view.lost,
  owner: () => view.ownerName,
  isReadable: () => view.day !== null,
  // Without a session no page of a courier stands there that would start the phone.
  subscribe: (listener) => {
    phone().catch(() => undefined);
    return subscribe(listener);
  },
});
