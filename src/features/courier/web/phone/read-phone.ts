import { countsOf } from "#kernel/outbox/counts.ts";
import { DAY_KEPT_MS, type StoredDay } from "#kernel/outbox/op.ts";
import { listOwners, saveOwner } from "#web/phone/owners.ts";
import type { Person } from "#web/phone/person.ts";
import { watchReadings } from "#web/phone/readings.ts";
import { courierStorage } from "#web/phone/storage-check.ts";
import { dropTicks } from "#web/scan/kept-ticks.ts";
import type { CourierDay } from "../../contract/api.ts";
import type { PhoneView } from "../phone-view.ts";
import { dayShown } from "./day-shown.ts";
import { othersOf, rememberOwner } from "./owner-counts.ts";
import type { PhoneStore } from "./phone-store.ts";

type Shown = "isReady" | "ownerName" | "day" | "asOf" | "isDayTooOld" | "ops" | "files" | "drafts";

/** Everything that the pages show of a person's database. */
export type ReadView = Pick<PhoneView, Shown | "counts" | "others" | "warnings">;

export interface PhoneReader {
  /** Reads what is shown; nothing where a newer reading was answered already. */
  readonly read: () => Promise<ReadView | undefined>;
  /** Notes on the phone how much waits there, by what was read. */
  readonly remember: (view: ReadView) => Promise<void>;
  /** Unsent work of a database that was deleted meanwhile. */
  readonly lost: () => number;
}

/** Reads the database of the person who is in front of the phone, and forgets what others ticked on it. */
export function phoneReader(
  person: Person,
  store: PhoneStore,
  openStore: (name: string) => PhoneStore,
): PhoneReader {
  const { take, isNews, lost } = watchReadings();
  if (person.isSignedIn) dropTicks(person.subject);
  dropDaysOfOthers(person, openStore).catch(() => undefined);
  return {
    lost,
    remember: ({ counts }) => rememberOwner(person, counts),
    async read() {
      const now = Date.now();
      const reading = readFresh(store, now).then(take);
      const [[kept, turn], drafts, owners] = await Promise.all([reading, store.drafts(), listOwners()]);
      const day = dayShown(kept, now);
      const warnings = await courierStorage(kept.samples, day?.onDuty ? store : undefined);
      if (!isNews(turn)) return undefined;
      return {
        isReady: true,
        ownerName: person.name,
        day,
        asOf: day && (kept.day?.asOf ?? null),
        isDayTooOld: kept.day?.day === null,
        ops: kept.ops,
        files: kept.files,
        drafts,
        counts: countsOf(kept),
        others: othersOf(owners, person),
        warnings,
      };
    },
  };
}

type Stored = StoredDay<CourierDay> | null;

/** Takes the place of a day that is too old to be read. */
const goneOf = (stored: Stored, now: number): StoredDay<CourierDay> | undefined =>
  stored?.day && now - stored.asOf > DAY_KEPT_MS ? { tag: "", day: null, asOf: stored.asOf } : undefined;

/**
 * Deletes a day that is too old to be read, before anything of it is shown; unsent work and drafts stay. A full phone gives
 * nothing up for it: the day goes first, and what says so is written into its room.
 */
async function readFresh(store: PhoneStore, now: number) {
  const kept = await store.read();
  const gone = goneOf(kept.day, now);
  if (!gone) return kept;
  const isOver = (day: Stored) => day === null || goneOf(day, now) !== undefined;
  const drop = () => store.change(({ day }) => (isOver(day) ? { day: gone } : {}), []);
  // A phone that cannot write shows nothing of it either.
  await drop()
    .catch(() => store.dropDay().then(drop))
    .catch(() => undefined);
  const read = await store.read();
  return isOver(read.day) ? { ...read, day: gone } : read;
}

/** A person who never comes back to this phone reads their database no more. One that cannot be read hinders no other. */
async function dropDaysOfOthers({ hash, database }: Person, openStore: (name: string) => PhoneStore) {
  for (const other of await listOwners()) {
    if (other.hash === hash || !other.isReadable) continue;
    const store = openStore(database.replace(hash, other.hash));
    await readFresh(store, Date.now())
      .catch(() => undefined)
      .finally(() => store.close());
  }
}

/** Deletes what a person who signs out leaves behind but for unsent work. */
export async function forgetPerson(person: Person, store: PhoneStore): Promise<void> {
  dropTicks();
  const { commands, files, looks } = countsOf(await store.read());
  await store.wipe(commands + files + looks === 0);
  await saveOwner({ ...person, unsent: commands + files, at: Date.now(), isReadable: false });
  store.close();
}
