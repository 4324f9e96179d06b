import { isLive } from "../../live/live.ts";
import { type CheckReport, setCheckReport } from "./check-report.ts";
import { type FrameState, openSessionFrame, type SessionFrame } from "./session-check.ts";
import type { Watched } from "./watched.ts";

/** Why the frame is not used, for the diagnostics page. */
const NO_FRAME: Readonly<Record<FrameState, CheckReport["noFrame"]>> = {
  waiting: undefined,
  alive: undefined,
  changed: "changed",
  error: "error",
  silent: "silent",
  blocked: "blocked",
};

/** Interval of checks for a frame while there is none. */
const TRY_AGAIN_MS = 60_000;
/** After a "changed" that meant nothing the frame is opened again; each time later, because some say so for ever. */
const REOPEN_MS = { first: TRY_AGAIN_MS, most: 60 * 60_000 } as const;

export interface FrameFollower {
  /** Puts the question to the frame of the present sign-in, opening it where that is due. */
  ask(): void;
  /** Tries a frame that fell silent once more. */
  retry(): void;
  /** Says what the session check uses right now. */
  report(): void;
  stop(): void;
}

/** Keeps the provider's frame of the present sign-in open: another sign-in, another frame. Needs the network. */
export function followFrame(watched: Watched): FrameFollower {
  let frame: SessionFrame | undefined;
  /** The sign-in that the frame was opened for, and the one of the frame before. */
  let openFor: string | undefined;
  let lastFor: string | undefined;
  let wasInTouch = false;
  let tryAt = 0;
  const reopen = { at: Infinity, in: REOPEN_MS.first as number };

  const report = () => {
    const state = frame?.state();
    const by = state === "alive" ? "frame" : isLive() ? "events" : "record";
    const noOffer = navigator.onLine ? "not-offered" : undefined;
    const noFrame = state === undefined ? noOffer : NO_FRAME[state];
    const at = by === "frame" ? frame?.heardAt() : undefined;
    setCheckReport({ by, ...(noFrame && { noFrame }), ...(at !== undefined && { at }) });
  };
  const close = () => {
    frame?.close();
    frame = openFor = undefined;
    reopen.at = Infinity;
  };

  async function open(): Promise<void> {
    const parts = await watched.frame();
    const wanted = parts && `${parts.url} ${parts.clientId} ${parts.sessionState}`;
    if (wanted === openFor || !isInTouch()) return;
    close();
    if (wanted !== lastFor) reopen.in = REOPEN_MS.first;
    openFor = lastFor = wanted;
    if (!parts) return report();
    frame = openSessionFrame({
      ...parts,
      waitMs: watched.messageWaitMs,
      // The same person may have signed in anew: then there is another state to ask for.
      onChanged: () => {
        reopen.at = Date.now() + reopen.in;
        reopen.in = Math.min(reopen.in * 2, REOPEN_MS.most);
        void watched.confirm("frame").then(follow);
      },
      onState: report,
    });
  }

  const isOpen = () => ["alive", "waiting"].includes(frame?.state() ?? "");

  function isInTouch(): boolean {
    const state = watched.state();
    return navigator.onLine && state.kind === "signed-in" && !state.offline;
  }

  function follow(): void {
    if (watched.state().kind === "signed-out") close();
    const isNow = isInTouch();
    if (isNow && !wasInTouch) dropSilent();
    wasInTouch = isNow;
    if (!isNow) return;
    tryAt = Date.now() + TRY_AGAIN_MS;
    // Rejects where the provider cannot be asked; a later check tries again.
    open().catch(() => undefined);
  }

  /** A frame that was silent while the network was gone or the machine slept may answer now. */
  function dropSilent(): void {
    if (frame?.state() === "silent") close();
  }

  const retry = () => {
    dropSilent();
    follow();
  };

  const leave = watched.on(follow);
  addEventListener("online", retry);
  follow();
  return {
    ask() {
      if (Date.now() >= reopen.at) close();
      if (!isOpen() && Date.now() >= tryAt) follow();
      frame?.ask();
    },
    retry,
    report,
    stop() {
      leave();
      removeEventListener("online", retry);
      close();
    },
  };
}
