import { KEEP } from "#contract/offline-shell.ts";

/** Of the Network Information API, which not every browser has. */
interface Line {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** Whether the line is slow, or somebody pays for it. */
export function isLineDear(): boolean {
  const line: Line = Reflect.get(navigator, "connection") ?? {};
  return line.saveData === true || /2g/.test(line.effectiveType ?? "");
}

/** Lets the service worker store what may come later, unless the line is dear. */
export async function keepLater(what: keyof typeof KEEP): Promise<void> {
  if (!("serviceWorker" in navigator) || isLineDear()) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(KEEP[what]);
}
