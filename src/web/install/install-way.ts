import { useSyncExternalStore } from "react";

/** Of Chromium; other browsers have no such event. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

/**
 * How this browser puts the app on the home screen: by its own prompt, by the steps of iOS, or by its menu. `done` in the
 * installed app.
 */
export type InstallWay = "done" | "prompt" | "ios" | "menu";

const isInstallEvent = (event: Event): event is InstallEvent => "prompt" in event;

let offer: InstallEvent | undefined;
let isDone =
  matchMedia("(display-mode: standalone)").matches || Reflect.get(navigator, "standalone") === true;
const listeners = new Set<() => void>();

const tell = () => {
  for (const listener of listeners) listener();
};

addEventListener("beforeinstallprompt", (event) => {
  if (!isInstallEvent(event)) return;
  // The browser's own bar would cover the route, at a moment of its choice.
  event.preventDefault();
  offer = event;
  tell();
});
addEventListener("appinstalled", () => {
  isDone = true;
  tell();
});

function wayNow(): InstallWay {
  if (isDone) return "done";
  if (offer) return "prompt";
  return "standalone" in navigator ? "ios" : "menu";
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useInstallWay = (): InstallWay => useSyncExternalStore(subscribe, wayNow);

/** Shows the browser's prompt, once for each offer of the browser. */
export async function install(): Promise<void> {
  const event = offer;
  offer = undefined;
  const answer = await event?.prompt();
  if (answer?.outcome === "accepted") isDone = true;
  tell();
}
