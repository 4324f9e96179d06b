import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Role } from "#kernel/actor.ts";
import { openShop } from "./booking.ts";
import { WEDNESDAY_TEN, openWorld } from "./world.ts";
import type { Caller, World, WorldOptions } from "./world.ts";

interface Setup<Name extends string> extends WorldOptions {
  /** Members by the variable of the test: `ada: ["Ada Admin", "org-admin"]`. */
  readonly people?: Readonly<Record<Name, readonly [name: string, ...roles: Role[]]>>;
  /** Sets up the service area and prices, so that deliveries can be booked. */
  readonly shop?: boolean;
  /** Puts the clock back to Wednesday, ten o'clock, before each test. */
  readonly eachTestAtTen?: boolean;
}

/** Opens a world for all tests of a file, and closes it after them. The results work within tests and hooks. */
export function useWorld<Name extends string = never>(
  setup: Setup<Name> = {},
): Readonly<Record<Name, Caller>> & { readonly world: World } {
  const { people, shop = false, eachTestAtTen = false, ...options } = setup;
  let opened: World | undefined;
  const callers = new Map<string, Caller>();
  const known = <T>(found: T | undefined): T => {
    if (found === undefined) throw new Error("the world is open only within tests and hooks");
    return found;
  };
  beforeAll(async () => {
    opened = await openWorld({ runJobs: false, ...options });
    if (shop) await openShop(opened);
    for (const [variable, person] of Object.entries<readonly [string, ...Role[]]>(people ?? {}))
      callers.set(variable, await opened.person(...person));
  });
  if (eachTestAtTen) beforeEach(() => void (known(opened).now = WEDNESDAY_TEN));
  afterAll(() => opened?.close());
  const stands = Object.keys(people ?? {}).map((name) => [name, standIn(() => known(callers.get(name)))]);
  // Safe: it has a caller for each name of `people`, and the world.
  return { ...Object.fromEntries(stands), world: standIn(() => known(opened)) } as ReturnType<
    typeof useWorld<Name>
  >;
}

/** Forwards everything to an object that exists only later. */
const standIn = <T extends object>(target: () => T): T =>
  // Safe: every property that is read or set is the target's.
  new Proxy({} as T, {
    get: (_, key) => Reflect.get(target(), key),
    set: (_, key, value) => Reflect.set(target(), key, value),
  });
