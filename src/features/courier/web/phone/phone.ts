import { newId } from "#web/api/new-id.ts";
import { Problem } from "#web/api/problem.ts";
import { uuidv7 } from "#kernel/id.ts";
import type { CourierDay } from "../../contract/api.ts";
import type { Op } from "#kernel/outbox/op.ts";
import { type Outbox, makeOutbox, type DrainEnd } from "#kernel/outbox/outbox.ts";
import type { Transport } from "#kernel/outbox/ports.ts";
import { ripeIn, undoable } from "#kernel/outbox/take-batch.ts";
import { type Phone, clearPhone, phoneView, showPhone } from "../phone-view.ts";
import { type Person, followPerson } from "#web/phone/person.ts";
import { isFull } from "./database.ts";
import { type PhoneStore, makePhoneStore } from "./phone-store.ts";
import type { PhoneReader } from "./read-phone.ts";
import type { Track } from "#kernel/outbox/track.ts";
import { type Sending, startSending } from "#web/phone/sending.ts";

const TICK_MS = 30_000;
const NOT_SAVED_PULSES = [80, 60, 80, 60, 80];
const SAVED_PULSE_MS = 30;
/** Sending takes turns with the disk and draws the page again: first the tap's own screen is drawn. */
const SEND_AFTER_MS = 250;

/** One person's database with all that works on it. */
interface Open {
  readonly person: Person;
  readonly store: PhoneStore;
  readonly outbox: Outbox;
  readonly sending: Sending;
  readonly track: Promise<Track>;
  readonly channel: BroadcastChannel;
  /** Tasks, drafts and kinds of pictures whose last write was refused. */
  readonly unsaved: Set<string | null | undefined>;
  reader?: PhoneReader;
}

/** Comes beside this code, after the first paint. */
const parts = import("./parts.ts");
const life = newId();
const clock = { wall: () => Date.now(), mono: () => performance.now(), life };
const pulse = (pattern: number | number[]) => void ("vibrate" in navigator && navigator.vibrate(pattern));

/** Opens the phone of whoever is signed in, and follows every change of the person. */
export function startPhone(): Phone {
  let open: Open | undefined;
  let undoTimer: ReturnType<typeof setTimeout> | undefined;

  async function show(): Promise<void> {
    const now = open;
    if (!now) return;
    const { phoneReader } = await parts;
    const reader = (now.reader ??= phoneReader(now.person, now.store, makePhoneStore));
    const view = await reader.read();
    if (!view || now !== open) return;
    offerUndo(undoable(view.ops, Date.now()));
    showPhone(view);
    follow(now, view.day?.onDuty === true && now.person.isSignedIn);
    // The view is right already: the list of owners alone may find no room.
    await reader.remember(view).catch(() => undefined);
  }

  /** Every write ends here: shown in all tabs of this phone. */
  async function written(): Promise<void> {
    await show();
    open?.channel.postMessage(null);
  }

  /**
   * The day goes before the end of the call that brought it: an end without a day is shown as an error. Without an end,
   * more may follow.
   */
  const ended = (end?: DrainEnd): void =>
    void written()
      .catch(() => undefined)
      .then(() => open && end && showPhone({ end }));

  function enter(person: Person | undefined, isCleared = false): void {
    if (open && person && open.person.hash === person.hash && open.person.isSignedIn === person.isSignedIn) {
      open.sending.kick();
      return;
    }
    const lost = open?.reader?.lost() ?? 0;
    leave();
    if (!person) {
      // A list of owners that was written while the storage was deleted counts work that is gone.
      if (isCleared) showPhone({ lost });
      else void parts.then(({ showOthers }) => showOthers());
      return;
    }
    open = openFor(person, ended);
    open.channel.addEventListener("message", () => void show());
    show().catch(() => showPhone({ isReady: true, isNotSaved: true }));
  }

  function leave(): void {
    open?.sending.stop();
    if (open) follow(open, false);
    open?.channel.close();
    open?.store.close();
    open = undefined;
    clearTimeout(undoTimer);
    clearPhone();
  }

  followPerson({
    enter,
    forget: async (person) => (await parts).forgetPerson(person, makePhoneStore(person.database)),
  });
  const news = import("./follow-news.ts");
  // Without news the day is read by the timer.
  news.then(({ followNews }) => followNews(() => open?.sending.kick())).catch(() => undefined);
  setInterval(() => void show().catch(() => undefined), TICK_MS);

  /** Tells a refused write in red until one of the same name is stored. A new photo without room is told at its place. */
  async function kept<T>(
    work: (now: Open) => Promise<T>,
    name?: string | null,
    isNewPhoto = false,
  ): Promise<T> {
    try {
      if (!open) throw new Error("no phone is open");
      const value = await work(open);
      await written();
      if (open?.unsaved.delete(name)) showPhone({ isNotSaved: open.unsaved.size > 0 });
      return value;
    } catch (error) {
      const hasNoRoom = isFull(error);
      if (!(isNewPhoto && hasNoRoom)) {
        open?.unsaved.add(name);
        showPhone({ isNotSaved: true });
      }
      pulse(NOT_SAVED_PULSES);
      throw new Problem(hasNoRoom ? "courier.phone-full" : "courier.not-saved", { cause: error });
    }
  }

  /** Offers the newest outcome for as long as its stored record waits, whichever page wrote it. */
  function offerUndo(ops: readonly Op[]): void {
    const [first] = ops;
    clearTimeout(undoTimer);
    showPhone({ undo: first ? { ids: ops.map((op) => op.command.id), until: first.notBefore } : null });
    if (first) undoTimer = setTimeout(() => showPhone({ undo: null }), first.notBefore - Date.now());
  }

  return {
    async record(entries) {
      showPhone({ isUndoLate: false });
      await kept((now) => now.outbox.record(entries), entries[0]?.taskId);
      pulse(SAVED_PULSE_MS);
      setTimeout(() => open?.sending.kick(), SEND_AFTER_MS);
    },
    async undo() {
      const { undo } = phoneView();
      offerUndo([]);
      if (!undo) return;
      const { draftsOf } = await parts;
      const isDone = await kept((now) => now.outbox.withdraw(undo.ids, draftsOf));
      showPhone({ isUndoLate: !isDone });
    },
    confirm: (ids) => kept((now) => now.outbox.confirm(ids)),
    async makeRoom() {
      const isMade = open !== undefined && (await (await parts).freeRoom(open.store, phoneView().warnings));
      await written();
      return isMade;
    },
    async sendAgain(id) {
      await kept((now) => now.outbox.sendAgain(id));
      open?.sending.kick();
    },
    keepFile: (file, blob) => {
      // A picture that is kept already goes to another stop, and is no new one.
      const isNew = file.kind === "photo" && !phoneView().files.some(({ id }) => id === file.id);
      return kept(
        async ({ store }) => {
          if (isNew) await (await parts).needReserve(store);
          await store.keepDraftFile(file, blob, isNew);
        },
        file.kind,
        isNew,
      );
    },
    dropDraftFile: (id) => kept((now) => now.store.dropDraftFile(id)),
    blob: async (id) => open?.store.blob(id),
    async kept() {
      if (!open) return undefined;
      const { subject, name } = open.person;
      return { ...(await open.store.read()), subject, name };
    },
    saveDraft: (name, value) => kept((now) => now.store.saveDraft(name, value), name),
    refresh: () => open?.sending.kick(),
    async acknowledge() {
      const route = phoneView().day?.route;
      if (route) await (await news).acknowledgeRoute(route);
      open?.sending.kick();
    },
    async startDuty() {
      await navigator.storage?.persist?.().catch(() => undefined);
      await show();
    },
  };
}

function openFor(person: Person, onEnd: (end?: DrainEnd) => void): Open {
  const store = makePhoneStore(person.database);
  const loaded = import("./transport.ts").then(({ makeTransport }) =>
    makeTransport(person.subject, async () => (await store.positions()).length),
  );
  const transport: Transport<CourierDay> = {
    sync: async (call) => (await loaded).sync(call),
    upload: async (part) => (await loaded).upload(part),
  };
  const newIdAt = (at: number) => uuidv7(at, crypto.getRandomValues(new Uint8Array(10)));
  const outbox = makeOutbox<CourierDay>({ store, transport, clock, newId: newIdAt, onSettled: onEnd });
  const track = import("./track.ts").then(({ followTrack }) => followTrack(store));
  const sending = startSending({
    name: `wb.outbox.${person.hash}`,
    work: async () => {
      const end = await outbox.drain();
      if (end === "sent") await (await track).send();
      return end;
    },
    ripeIn: () => ripeIn(phoneView().ops, Date.now()),
    onEnd,
  });
  const channel = new BroadcastChannel(person.database);
  return { person, store, outbox, sending, track, channel, unsaved: new Set() };
}

/** Positions are kept on duty only. Without the code for them there are none; the work goes on. */
const follow = ({ track }: Open, onDuty: boolean): void =>
  void track.then((one) => one.follow(onDuty)).catch(() => undefined);
