import { pause } from "#web/api/pause.ts";
import { allowScriptsBeside } from "#web/shell/trusted-types.ts";
import type { ScriptNews } from "../contract/script-news.ts";

/**
 * Reason why the provider's script is missing. `blocked` and `timeout` differ from `network` by asking our own
 * server.
 */
export type ScriptTrouble =
  | "offline"
  | "timeout"
  | "blocked"
  | "network"
  | "csp"
  | "no-global"
  | "foreign-global"
  | "wrong-version";

export type Loaded =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: ScriptTrouble; readonly trail: readonly string[] };

export interface LoadOptions {
  readonly global: string;
  readonly usable: (value: unknown) => boolean;
  /** Called when the device is offline and the attempt waits, and again when it goes on. */
  readonly onOffline?: (offline: boolean) => void;
  readonly chance?: () => number;
  /** Called once for each load that needed a tag of its own. */
  readonly onEnd?: (news: ScriptNews) => void;
}

const TIMEOUT_MS = 10_000;
/** Waits before each attempt; each is varied by a quarter. */
const WAITS_MS = [0, 700, 2_000] as const;
/** Our own server is asked this long whether it is there. */
const PROBE_MS = 4_000;

const underWay = new Map<string, Promise<Loaded>>();
/** A script that never answers is joined by every further tag with its address; another query starts anew. */
const detours = new Map<string, number>();

/**
 * Loads the provider's script once, on demand. Never throws and never stays pending: every attempt has its own clock.
 * Success is remembered by the global itself, failure never.
 */
export function loadScript(src: string, options: LoadOptions): Promise<Loaded> {
  const known = underWay.get(src);
  if (known) return known;
  const running = timed(src, options).finally(() => underWay.delete(src));
  underWay.set(src, running);
  return running;
}

async function timed(src: string, options: LoadOptions): Promise<Loaded> {
  const began = performance.now();
  const trail: string[] = [];
  const loaded = await load(src, options, trail);
  if (trail.length > 0)
    options.onEnd?.({
      outcome: loaded.ok ? "loaded" : loaded.reason,
      attempts: trail.length,
      ms: Math.round(performance.now() - began),
    });
  return loaded;
}

async function load(src: string, options: LoadOptions, trail: string[]): Promise<Loaded> {
  const { chance = Math.random } = options;
  for (const wait of WAITS_MS) {
    await pause(wait * (0.75 + chance() / 2));
    await untilOnline(options.onOffline);
    const standing = look(options);
    if (standing) return standing;
    const outcome = await attempt(addressOf(src));
    trail.push(outcome);
    const end = endOf(outcome, look(options), trail);
    if (end) return end;
    if (outcome === "timeout") detours.set(src, (detours.get(src) ?? 0) + 1);
  }
  return { ok: false, reason: await reasonOf(trail), trail };
}

/** How the load ends by this attempt, or nothing where another one may help. */
function endOf(outcome: Attempt, found: Loaded | undefined, trail: readonly string[]): Loaded | undefined {
  if (found?.ok) return found;
  if (found && outcome === "loaded") return { ok: false, reason: "wrong-version", trail };
  return outcome === "csp" ? { ok: false, reason: "csp", trail } : undefined;
}

function look({ global, usable }: LoadOptions): Loaded | undefined {
  const value: unknown = Reflect.get(globalThis, global);
  if (value === undefined) return undefined;
  return usable(value) ? { ok: true, value } : { ok: false, reason: "foreign-global", trail: [] };
}

function addressOf(src: string): string {
  const detour = detours.get(src);
  if (detour === undefined) return src;
  const url = new URL(src, location.href);
  url.searchParams.set("r", String(detour));
  return url.origin === location.origin ? url.pathname + url.search : url.href;
}

type Attempt = "loaded" | "failed" | "timeout" | "csp";

/** One tag of our own; tags of others are never waited for, since a dead one says nothing more. */
function attempt(src: string): Promise<Attempt> {
  return new Promise((resolve) => {
    const tag = document.createElement("script");
    const end = (outcome: Attempt): void => {
      clearTimeout(timer);
      document.removeEventListener("securitypolicyviolation", onViolation);
      if (outcome !== "timeout") tag.remove();
      resolve(outcome);
    };
    const full = new URL(src, location.href).href;
    const onViolation = (event: SecurityPolicyViolationEvent): void => {
      if (event.blockedURI === full || event.blockedURI === full.split("?")[0]) end("csp");
    };
    const timer = setTimeout(() => end("timeout"), TIMEOUT_MS);
    document.addEventListener("securitypolicyviolation", onViolation);
    tag.addEventListener("load", () => end("loaded"));
    // A violation is reported right after the error event, and replaces it.
    tag.addEventListener("error", () => setTimeout(() => end("failed"), 0));
    try {
      tag.async = true;
      tag.src = allowScriptsBeside(src);
      document.head.append(tag);
    } catch {
      end("csp");
    }
  });
}

/** The only honest distinction there is: if our own server answers, something between holds this script back. */
async function reasonOf(trail: readonly string[]): Promise<ScriptTrouble> {
  if (!navigator.onLine) return "offline";
  const last = trail.at(-1);
  if (last === "loaded") return "no-global";
  const isHome = await fetch("/livez", { cache: "no-store", signal: AbortSignal.timeout(PROBE_MS) }).then(
    (response) => response.ok,
    () => false,
  );
  if (!isHome) return navigator.onLine ? "network" : "offline";
  return last === "timeout" ? "timeout" : "blocked";
}

async function untilOnline(onOffline: LoadOptions["onOffline"]): Promise<void> {
  if (navigator.onLine) return;
  onOffline?.(true);
  await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
  onOffline?.(false);
}
