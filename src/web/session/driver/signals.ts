import { sessionEnded } from "#contract/session-events.ts";
import { listenLive, onLive, reconnectLive } from "../../live/live.ts";
import { followFrame } from "./follow-frame.ts";
import { makeSleepDetector } from "./sleep.ts";
import type { Watched } from "./watched.ts";

/** Some providers announce an end before they complete it: a page that is still signed in then asks once more. */
const ASK_AGAIN_MS = 3_000;

/**
 * Every sign of a session's end, besides the shared record and the token's expiry: the provider's frame, our
 * server's events, and waking up. None of them is believed; each leads to one question to the provider.
 */
export function watchSession(watched: Watched): () => void {
  const frame = followFrame(watched);
  const slept = makeSleepDetector(Date.now());
  const look = () => {
    const isVisible = document.visibilityState === "visible";
    if (slept(Date.now()) && isVisible) {
      reconnectLive();
      frame.retry();
      if (isSignedIn(watched)) void watched.confirm("wake");
    }
    if (isVisible) frame.ask();
    frame.report();
  };
  const timer = setInterval(look, watched.checkEveryMs);
  // A hidden or frozen page has slow timers or none: it checks as soon as it is visible again.
  document.addEventListener("visibilitychange", look);
  document.addEventListener("resume", look);
  addEventListener("pageshow", look);
  const deafen = followSessionEnds(watched);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
    document.removeEventListener("resume", look);
    removeEventListener("pageshow", look);
    deafen();
    frame.stop();
  };
}

const isSignedIn = (watched: Watched): boolean => watched.state().kind === "signed-in";

/** Listens to our server while somebody is signed in, on every page: one connection for all tabs. */
function followSessionEnds(watched: Watched): () => void {
  let again: ReturnType<typeof setTimeout> | undefined;
  const ask = async () => {
    clearTimeout(again);
    await watched.confirm("event");
    if (isSignedIn(watched)) again = setTimeout(() => void watched.confirm("event"), ASK_AGAIN_MS);
  };
  const deafen = listenLive([onLive(sessionEnded, () => void ask())]);
  return () => {
    clearTimeout(again);
    deafen();
  };
}
