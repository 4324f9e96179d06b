import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DAY_KEPT_MS, type Kept, type StoredDay } from "#kernel/outbox/op.ts";
import { keepTicks, tickKey, ticksOf } from "#web/scan/kept-ticks.ts";
import type { CourierDay } from "../../contract/api.ts";
import type { PhoneStore } from "./phone-store.ts";
import { forgetPerson, phoneReader } from "./read-phone.ts";

const { owners } = vi.hoisted((): { owners: object[] } => ({ owners: [] }));
vi.mock("#web/phone/owners.ts", () => ({
  listOwners: () => Promise.resolve(owners),
  saveOwner: () => Promise.resolve(),
}));

const NOW = Date.parse("2026-11-30T18:00:00Z");
const CARLA = { hash: "h", database: "wb.courier.h", subject: "carla", name: "Carla", isSignedIn: true };
const OP = {
  state: "waiting",
  isSeen: false,
  verdict: null,
  command: { id: "c", type: "start", body: "{}" },
};
const DRAFTS = new Map([["courier.done.t", { note: "typed" }]]);

/** A store with a day of this age, one command that waits and one draft. */
function storeOf(age: number) {
  // Safe: readers look at these fields alone.
  const kept = {
    meta: { deviceId: "d", seq: 1, epoch: null, withdrawn: 0 },
    ops: [OP],
    files: [],
    samples: [],
    day: { tag: "t", day: { stops: [], timezone: "UTC", onDuty: false }, asOf: NOW - age },
  } as unknown as Kept<CourierDay>;
  const held: { day: StoredDay<CourierDay> | null } = { day: kept.day };
  const wipe = vi.fn<PhoneStore["wipe"]>(async () => undefined);
  const close = vi.fn<PhoneStore["close"]>();
  const store = {
    read: async () => ({ ...kept, ...held }),
    drafts: async () => DRAFTS,
    change: async (work: (kept: Kept<CourierDay>) => object) => {
      const change = work({ ...kept, ...held });
      Object.assign(held, change);
      return change;
    },
    dropDay: async () => void (held.day = null),
    wipe,
    close,
  } as unknown as PhoneStore;
  return { held, store, wipe, close };
}

const readerOf = (store: PhoneStore, other = store, person = CARLA) =>
  phoneReader(person, store, () => other);

beforeEach(() => {
  owners.length = 0;
  vi.setSystemTime(NOW);
});
afterEach(() => void vi.useRealTimers());

test("a day older than 48 hours is deleted from the phone, and unsent work and drafts stay", async () => {
  const { held, store } = storeOf(DAY_KEPT_MS + 1);
  const view = await readerOf(store).read();
  expect(held.day).toEqual({ tag: "", day: null, asOf: NOW - DAY_KEPT_MS - 1 });
  expect(view).toMatchObject({ day: null, asOf: null, isDayTooOld: true, ops: [OP], drafts: DRAFTS });
  expect(view?.counts.commands).toBe(1);
  expect(await readerOf(store).read()).toMatchObject({ day: null, isDayTooOld: true });
});

test("a phone that cannot write does not show such a day either", async () => {
  const { store } = storeOf(DAY_KEPT_MS + 1);
  const fails = () => Promise.reject(new Error("full"));
  const full = { ...store, change: fails, dropDay: fails };
  expect(await readerOf(full).read()).toMatchObject({ day: null, isDayTooOld: true });
});

test("a full phone gives nothing up for such a day: it goes first, and is said to be too old in its room", async () => {
  const { held, store } = storeOf(DAY_KEPT_MS + 1);
  const orders: unknown[] = [];
  const change: PhoneStore["change"] = (work, order) => {
    orders.push(order);
    return held.day ? Promise.reject(new Error("full")) : store.change(work);
  };
  expect(await readerOf({ ...store, change }).read()).toMatchObject({ day: null, isDayTooOld: true });
  expect(held.day).toEqual({ tag: "", day: null, asOf: NOW - DAY_KEPT_MS - 1 });
  expect(orders).toEqual([[], []]);
});

test("a day that another tab read meanwhile stays", async () => {
  const { held, store } = storeOf(DAY_KEPT_MS + 1);
  const newest = { ...held.day, tag: "newest", asOf: NOW } as StoredDay<CourierDay>;
  const change: PhoneStore["change"] = (work) => {
    held.day = newest;
    return store.change(work);
  };
  expect(await readerOf({ ...store, change }).read()).toMatchObject({ isDayTooOld: false, asOf: NOW });
  expect(held.day).toBe(newest);
});

test("a day of 48 hours is still shown", async () => {
  const { held, store } = storeOf(DAY_KEPT_MS);
  const view = await readerOf(store).read();
  expect(view).toMatchObject({ day: { timezone: "UTC" }, isDayTooOld: false, asOf: NOW - DAY_KEPT_MS });
  expect(held.day?.tag).toBe("t");
});

test("the old day of a person who never comes back goes as well", async () => {
  owners.push({ hash: "other", isReadable: true }, { hash: "gone", isReadable: false });
  const { held, store } = storeOf(DAY_KEPT_MS + 1);
  const opened: string[] = [];
  phoneReader(CARLA, storeOf(0).store, (name) => {
    opened.push(name);
    return store;
  });
  await vi.waitFor(() => expect(held.day?.day).toBeNull());
  expect(opened).toEqual(["wb.courier.other"]);
});

test("another person's database that cannot be read is closed, and hinders no other", async () => {
  owners.push({ hash: "broken", isReadable: true }, { hash: "other", isReadable: true });
  const broken = storeOf(0);
  const other = storeOf(DAY_KEPT_MS + 1);
  const unread = { ...broken.store, read: () => Promise.reject(new Error("lost")) };
  phoneReader(CARLA, storeOf(0).store, (name) => (name.endsWith("broken") ? unread : other.store));
  await vi.waitFor(() => expect(other.close).toHaveBeenCalledOnce());
  expect(broken.close).toHaveBeenCalledOnce();
  expect(other.held.day?.day).toBeNull();
});

test("what a person ticked goes when they sign out, and when another person comes", async () => {
  const key = tickKey("dmitri", "load");
  keepTicks(key, ["A"]);
  readerOf(storeOf(0).store, undefined, { ...CARLA, isSignedIn: false });
  expect(ticksOf(key)).toEqual(["A"]);
  readerOf(storeOf(0).store);
  expect(ticksOf(key)).toEqual([]);

  const own = tickKey("carla", "load");
  keepTicks(own, ["B"]);
  const { store, wipe } = storeOf(0);
  await forgetPerson(CARLA, store);
  expect(ticksOf(own)).toEqual([]);
  expect(wipe).toHaveBeenCalledWith(false);
});
