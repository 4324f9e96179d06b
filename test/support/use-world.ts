import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Role } from "#kernel/actor.ts";
import { DAY_MS } from "#kernel/instant.ts";
import { openShop } from "./people/booking.ts";
import { openCrew } from "./people/crew.ts";
import type { Crew } from "./people/crew.ts";
import { WEDNESDAY_TEN, openWorld } from "./world.ts";
import type { Caller, World, WorldOptions } from "./world.ts";

interface Setup<Name extends string> extends WorldOptions {
  /** Members by the variable of the test: `ada: ["Ada Admin", "org-admin"]`. */
  readonly people?: Readonly<Record<Name, readonly [name: string, ...roles: Role[]]>>;
  /** Sets up the service area and prices, so that deliveries can be booked. */
  readonly shop?: boolean;
  /** Sets up the shop with a sender, a dispatcher and two couriers. */
  readonly crew?: boolean;
  /** Puts the clock back to Wednesday, ten o'clock, before each test. */
  readonly eachTestAtTen?: boolean;
  /** Moves the clock on by so many ms before each test. */
  readonly msApart?: number;
  /** Begins the nth test n times so many days after Wednesday, ten o'clock, when a window is on offer. */
  readonly daysApart?: number;
}

type Opened<Name extends string> = Readonly<Record<Name, Caller>> & {
  readonly world: World;
  /** Only with `crew` in the set-up. */
  readonly crew: Crew;
};

/** Opens a world for all tests of a file, and closes it after them. The results work within tests and hooks. */
export function useWorld<Name extends string = never>(setup: Setup<Name> = {}): Opened<Name> {
  const { people, shop = false, crew = false, ...options } = setup;
  let opened: World | undefined;
  let working: Crew | undefined;
  const callers = new Map<string, Caller>();
  const known = <T>(found: T | undefined): T => {
    if (found === undefined) throw new Error("the world is open only within tests and hooks");
    return found;
  };
  beforeAll(async () => {
    opened = await openWorld({ runJobs: false, ...options });
    if (shop) await openShop(opened);
    if (crew) working = await openCrew(opened);
    for (const [variable, person] of Object.entries<readonly [string, ...Role[]]>(people ?? {}))
      callers.set(variable, await opened.person(...person));
  });
  eachTestBegins(setup, () => known(opened));
  afterAll(() => opened?.close());
  const stands = Object.keys(people ?? {}).map((name) => [name, standIn(() => known(callers.get(name)))]);
  // Safe: it has a caller for each name of `people`, the world and its crew.
  return {
    ...Object.fromEntries(stands),
    world: standIn(() => known(opened)),
    crew: standIn(() => known(working)),
  } as Opened<Name>;
}

/** Opens a shop whose Sam books and pays; Ada and Bob are of its office. */
export const useShop = (setup: Omit<Setup<never>, "people"> = {}): Opened<"sam" | "ada" | "bob"> =>
  useWorld({
    ...setup,
    shop: true,
    people: { sam: ["Sam", "sender"], ada: ["Ada", "org-admin"], bob: ["Bob", "org-admin"] },
  });

type Beginnings = Pick<Setup<never>, "eachTestAtTen" | "msApart" | "daysApart">;

function eachTestBegins({ eachTestAtTen, msApart, daysApart }: Beginnings, world: () => World): void {
  if (eachTestAtTen) beforeEach(() => void (world().now = WEDNESDAY_TEN));
  if (msApart !== undefined) beforeEach(() => void (world().now += msApart));
  if (daysApart === undefined) return;
  let nth = 0;
  beforeEach(() => {
    nth += 1;
    world().now = WEDNESDAY_TEN + nth * daysApart * DAY_MS;
  });
}

/** Forwards everything to an object that exists only later. */
const standIn = <T extends object>(target: () => T): T =>
  // Safe: every property that is read or set is the target's.
  new Proxy({} as T, {
    get: (_, key) => Reflect.get(target(), key),
    set: (_, key, value) => Reflect.set(target(), key, value),
  });
