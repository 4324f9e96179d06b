import { isLive } from "../live/live.ts";
import { type CheckReport, setCheckReport } from "./check-report.ts";
import { type FrameState, openSessionFrame, type SessionFrame } from "./session-check.ts";
import type { Watched } from "./watched.ts";

/** Why the frame is not used, for the diagnostics page. */
const NO_FRAME: Readonly<Record<FrameState, CheckReport["noFrame"]>> = {
  waiting: undefined,
  alive: undefined,
  changed: "error",
  error: "error",
  silent: "silent",
  blocked: "blocked",
};

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
  /** The sign-in that the frame was opened for. */
  let openFor: string | undefined;
  let wasInTouch = false;

  const report = () => {
    const state = frame?.state();
    const by = state === "alive" ? "frame" : isLive() ? "events" : "record";
    const noFrame = state === undefined ? "not-offered" : NO_FRAME[state];
    const at = by === "frame" ? frame?.heardAt() : undefined;
    setCheckReport({ by, ...(noFrame && { noFrame }), ...(at !== undefined && { at }) });
  };
  const close = () => {
    frame?.close();
    frame = openFor = undefined;
  };

  async function open(): Promise<void> {
    const parts = await watched.frame();
    const wanted = parts && `${parts.url} ${parts.clientId} ${parts.sessionState}`;
    if (wanted === openFor) return;
    close();
    openFor = wanted;
    if (!parts) return report();
    frame = openSessionFrame({
      ...parts,
      waitMs: watched.messageWaitMs,
      onChanged: () => void watched.confirm("frame"),
      onState: report,
    });
  }

  function follow(): void {
    const state = watched.state();
    const isInTouch = state.kind === "signed-in" && !state.offline;
    if (state.kind === "signed-out") close();
    if (isInTouch && !wasInTouch) dropSilent();
    wasInTouch = isInTouch;
    if (isInTouch) void open();
  }

  /** What was silent while the network was gone or the machine slept may speak now. */
  function dropSilent(): void {
    if (frame?.state() === "silent") close();
  }

  const leave = watched.on(follow);
  follow();
  return {
    ask: () => frame?.ask(),
    retry() {
      dropSilent();
      follow();
    },
    report,
    stop() {
      leave();
      close();
    },
  };
}
