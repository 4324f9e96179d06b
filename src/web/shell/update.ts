import { useEffect, useState } from "react";
import { CODE_MISSING } from "../offline/code-missing.ts";
import { UPDATE_WAITS, updateWaits } from "../offline/update-waits.ts";

const EVERY_MS = 10 * 60_000;

/** The script that the server's page names now; another one than ours means a newer version. */
async function newestEntry(path: string): Promise<string | undefined> {
  const page = await fetch(path, { headers: { accept: "text/html" }, cache: "no-cache" });
  return page.ok ? /<script[^>]+src="([^"]+)"/.exec(await page.text())?.[1] : undefined;
}

export interface Update {
  /** A newer version was installed while this page is open. */
  readonly isThere: boolean;
  /** It waits until the open stop is done. */
  readonly isHeld: boolean;
}

/**
 * Whether a newer version was installed while this page is open. Looked up rarely, when the page comes back, and when a
 * part of the code is missing. A page that lives alone has an entry of its own, and looks only for a missing part.
 */
export function useUpdate(isAlone: boolean): Update {
  const [updated, setUpdated] = useState(false);
  const isHeld = useHeld(updated);
  useEffect(() => {
    if (import.meta.env.DEV || updated) return;
    const ours = document.querySelector("script[type=module][src]")?.getAttribute("src");
    let last = Date.now();
    const ask = async () => {
      last = Date.now();
      const theirs = await newestEntry(isAlone ? location.pathname : "/").catch(() => undefined);
      if (theirs !== undefined && theirs !== ours) setUpdated(true);
    };
    const look = async () => {
      if (!isAlone && document.visibilityState === "visible" && Date.now() - last >= EVERY_MS) await ask();
    };
    const end = new AbortController();
    const until = { signal: end.signal };
    const waits = () => setUpdated(true);
    const timer = setInterval(() => void look(), EVERY_MS);
    document.addEventListener("visibilitychange", () => void look(), until);
    addEventListener(UPDATE_WAITS, waits, until);
    addEventListener(CODE_MISSING, () => void ask(), until);
    if (updateWaits()) waits();
    return () => {
      clearInterval(timer);
      end.abort();
    };
  }, [updated, isAlone]);
  return { isThere: updated, isHeld };
}

/** Whether an open stop holds the newer version off. */
function useHeld(updated: boolean): boolean {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!updated) return;
    const end = new AbortController();
    const follow = async () => {
      const { followStops } = await import("../offline/follow-stops.ts");
      followStops(setHeld, end.signal);
    };
    follow().catch(() => undefined);
    return () => end.abort();
  }, [updated]);
  return isHeld;
}

/** Loads the page anew in the newest version, because somebody asked for it. */
export function openNewest(): void {
  import("../offline/open-newest.ts").then(
    (module) => module.openNewest(),
    () => location.reload(),
  );
}
