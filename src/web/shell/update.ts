import { useEffect, useState } from "react";
import { CODE_MISSING } from "../offline/code-missing.ts";
import { UPDATE_WAITS } from "../offline/update-waits.ts";

const EVERY_MS = 10 * 60_000;

/** The script that the server's page names now; another one than ours means a newer version. */
async function newestEntry(path: string): Promise<string | undefined> {
  const page = await fetch(path, { headers: { accept: "text/html" }, cache: "no-cache" });
  return page.ok ? /<script[^>]+src="([^"]+)"/.exec(await page.text())?.[1] : undefined;
}

/**
 * Whether a newer version was installed while this page is open. Looked up rarely, when the page comes back, and when a
 * part of the code is missing. A page that lives alone has an entry of its own, and looks only for a missing part.
 */
export function useUpdate(isAlone: boolean): boolean {
  const [updated, setUpdated] = useState(false);
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
    const missing = () => void ask();
    const timer = setInterval(() => void look(), EVERY_MS);
    const back = () => void look();
    const waits = () => setUpdated(true);
    document.addEventListener("visibilitychange", back);
    addEventListener(UPDATE_WAITS, waits);
    addEventListener(CODE_MISSING, missing);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", back);
      removeEventListener(UPDATE_WAITS, waits);
      removeEventListener(CODE_MISSING, missing);
    };
  }, [updated, isAlone]);
  return updated;
}

/** Loads the page anew in the newest version. Only ever because somebody asked for it. */
export function openNewest(): void {
  import("../offline/open-newest.ts").then(
    (module) => module.openNewest(),
    () => location.reload(),
  );
}
