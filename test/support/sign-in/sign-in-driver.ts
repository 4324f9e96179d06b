import { vi } from "vitest";
import type { AuthPort } from "#web/session/port.ts";
import { type StubProvider, stubProvider } from "./stub-provider.ts";

export interface StubBrowser {
  readonly provider: StubProvider;
  readonly driver: AuthPort;
  /** A second page of the same browser. */
  another(): AuthPort;
  /** Begins a sign-in. @returns the address at the provider */
  leave(driver?: AuthPort): Promise<URL>;
  /** Answer of the provider. */
  answer(at: URL, changes?: Readonly<Record<string, string | undefined>>): URL;
  /** A whole sign-in. @returns the path that it leads to */
  signIn(driver?: AuthPort): Promise<string>;
}

/** happy-dom's own class answers `URL.parse` with addresses that are none of its instances. */
const PlainUrl = plain(URL);
function plain(url: typeof URL): typeof URL {
  const base: typeof URL = Object.getPrototypeOf(url);
  return base.name === "URL" ? plain(base) : url;
}

/** happy-dom has no locks: one after the other, in this page. */
function locks() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request<T>(_name: string, work: () => Promise<T>): Promise<T> {
      const turn = last.then(work);
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

/** The driver as a page has it, before a provider behind `fetch`. The browser keeps nothing but text. */
export async function openStubBrowser(
  changes: Parameters<typeof stubProvider>[0] = {},
): Promise<StubBrowser> {
  vi.resetModules();
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("URL", PlainUrl);
  Object.defineProperty(navigator, "locks", { value: locks(), configurable: true });
  const provider = await stubProvider(changes);
  vi.stubGlobal("fetch", provider.fetch);
  const assign = vi.spyOn(location, "assign").mockImplementation(() => undefined);
  const { makeOidcDriver } = await import("#web/session/driver/oidc-driver.ts");
  const driver = makeOidcDriver();
  const leave = async (by = driver) => {
    await by.login({ returnTo: "/d/board", insist: true });
    return new URL(String(assign.mock.lastCall?.[0]));
  };
  const answer: StubBrowser["answer"] = (at, { ...parts } = {}) => {
    const url = new URL("/auth/callback", location.origin);
    const all = {
      code: at.searchParams.get("nonce") ?? "",
      state: at.searchParams.get("state") ?? "",
      iss: provider.settings.issuer,
      ...parts,
    };
    for (const [name, value] of Object.entries(all))
      if (value !== undefined) url.searchParams.set(name, value);
    return url;
  };
  return {
    provider,
    driver,
    another: () => makeOidcDriver(),
    leave,
    answer,
    signIn: async (by = driver) => by.finish(answer(await leave(by))),
  };
}
