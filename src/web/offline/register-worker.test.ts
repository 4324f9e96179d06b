import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { KEEP, TAKE_OVER } from "#contract/offline-shell.ts";

/** happy-dom has no workers. */
class Registration extends EventTarget {
  active: Worker | undefined;
  waiting: Worker | undefined;
  installing: Worker | undefined;
  readonly scope: string;
  readonly update = vi.fn<() => Promise<void>>(async () => undefined);
  readonly unregister = vi.fn<() => Promise<boolean>>(async () => registered.delete(this));
  constructor(path: string) {
    super();
    this.scope = new URL(path, location.href).href;
  }
}
class Worker extends EventTarget {
  state = "installing";
  readonly postMessage = vi.fn<(said: unknown) => void>((said) => {
    if (said === TAKE_OVER) container.dispatchEvent(new Event("controllerchange"));
  });
  becomes(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }
}

const registered = new Set<Registration>();
let own: Registration;
let guests: Registration;
let container: EventTarget;

/** As browsers do it: the longest scope that the address begins with. */
const matching = (address = ""): Registration | undefined =>
  [...registered]
    .filter(({ scope }) => new URL(address, location.href).href.startsWith(scope))
    .toSorted((a, b) => b.scope.length - a.scope.length)[0];

/** The page of a booking, opened by a guest who has the worker of guests. */
beforeEach(() => {
  vi.resetModules();
  vi.stubEnv("DEV", false);
  history.replaceState(null, "", "/book/done/7");
  own = new Registration("/");
  guests = new Registration("/book/done/");
  guests.active = new Worker();
  registered.clear();
  registered.add(guests);
  container = Object.assign(new EventTarget(), {
    controller: guests.active,
    getRegistration: async (address?: string) => matching(address),
    register: async () => {
      registered.add(own);
      return own;
    },
    get ready() {
      return Promise.resolve(matching());
    },
  });
  const free = { request: (_name: string, _how: object, run: (lock: object) => unknown) => run({}) };
  for (const [name, value] of Object.entries({ serviceWorker: container, locks: free }))
    Object.defineProperty(navigator, name, { value, configurable: true });
});
afterEach(() => {
  vi.unstubAllEnvs();
  for (const name of ["serviceWorker", "locks"]) Reflect.deleteProperty(navigator, name);
});

/** Lets a worker install while the page is open. @returns whether the page tells of a new version */
async function installsMeanwhile(): Promise<boolean> {
  const { registerWorker } = await import("./register-worker.ts");
  const { updateWaits } = await import("./update-waits.ts");
  await registerWorker();
  own.installing = new Worker();
  own.dispatchEvent(new Event("updatefound"));
  own.installing.becomes("installed");
  return updateWaits();
}

test("on a guest's page, the first installation of the app's worker is no new version; the second is", async () => {
  expect(await installsMeanwhile()).toBe(false);
  own.active = new Worker();
  expect(await installsMeanwhile()).toBe(true);
});

test("somebody who signed in keeps the app's worker alone", async () => {
  const { registerWorker } = await import("./register-worker.ts");
  await registerWorker();
  expect(guests.unregister).toHaveBeenCalledOnce();
  await registerWorker();
  expect(own.unregister).not.toHaveBeenCalled();
  expect([...registered]).toEqual([own]);
});

test("on a guest's page, the new version is taken from the app's worker", async () => {
  registered.add(own);
  [own.active, own.waiting] = [new Worker(), new Worker()];
  const reload = vi.spyOn(location, "reload").mockReturnValue(undefined);
  const { openNewest } = await import("./open-newest.ts");
  await openNewest();
  expect(own.waiting.postMessage).toHaveBeenCalledWith(TAKE_OVER);
  expect(guests.update).not.toHaveBeenCalled();
  expect(reload).toHaveBeenCalledOnce();
});

test("on a guest's page, the app's worker is told what to keep", async () => {
  registered.add(own);
  own.active = new Worker();
  const { keepLater } = await import("./keep-later.ts");
  await keepLater("rest");
  expect(own.active.postMessage).toHaveBeenCalledWith(KEEP.rest);
  expect(guests.active?.postMessage).not.toHaveBeenCalled();
});
