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

/** Lets the app's service worker store what may come later, unless the line is dear. */
export async function keepLater(what: keyof typeof KEEP): Promise<void> {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (!workers || isLineDear()) return;
  const own = await workers.getRegistration("/");
  // The first one is waited for.
  const worker = own?.active ?? (await workers.ready).active;
  worker?.postMessage(KEEP[what]);
}
