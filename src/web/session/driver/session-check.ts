/** How the provider's session frame does. Only `alive` is believed, and even that only causes a question. */
export type FrameState = "waiting" | "alive" | "error" | "silent" | "blocked" | "changed";

export interface FrameParts {
  /** `check_session_iframe` of the provider. */
  readonly url: string;
  readonly clientId: string;
  readonly sessionState: string;
  /** How long to wait for the frame and for each of its answers. */
  readonly waitMs: number;
  readonly onChanged: () => void;
  readonly onState: (state: FrameState) => void;
}

export interface SessionFrame {
  /** Puts the question, unless the frame is given up or still owes an answer. */
  ask(): void;
  state(): FrameState;
  /** ms since 1970 of the last answer */
  heardAt(): number | undefined;
  close(): void;
}

const ANSWERS: ReadonlySet<unknown> = new Set(["unchanged", "changed", "error"]);

/**
 * The provider's page that knows whether the session changed (OpenID Connect Session Management 1.0), in a hidden
 * frame. It counts only once it answered `unchanged` in time: where browsers block foreign cookies it answers
 * `error`, nothing, or wrongly `changed`, and then it is given up silently. One `changed` is reported once, and
 * the frame is closed: the state that it compares with may belong to an older sign-in. The caller may open another
 * one later.
 */
export function openSessionFrame(parts: FrameParts): SessionFrame {
  const { origin } = new URL(parts.url);
  let state: FrameState = "waiting";
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLoaded = false;
  let heardAt: number | undefined;
  const frame = document.createElement("iframe");

  const close = () => {
    clearTimeout(timer);
    removeEventListener("message", onMessage);
    document.removeEventListener("securitypolicyviolation", onBlocked);
    frame.remove();
  };
  const become = (next: FrameState) => {
    if (state === next) return;
    state = next;
    if (next !== "alive") close();
    parts.onState(next);
  };
  const waitForIt = () => {
    timer ??= setTimeout(() => become("silent"), parts.waitMs);
  };
  function onMessage(event: MessageEvent<unknown>): void {
    if (event.origin !== origin || event.source !== frame.contentWindow || !ANSWERS.has(event.data)) return;
    clearTimeout(timer);
    timer = undefined;
    heardAt = Date.now();
    if (event.data === "unchanged") return become("alive");
    const isBelieved = event.data === "changed" && state === "alive";
    become(event.data === "error" ? "error" : "changed");
    if (isBelieved) parts.onChanged();
  }

  const ask = () => {
    if (!isLoaded || (state !== "waiting" && state !== "alive")) return;
    waitForIt();
    frame.contentWindow?.postMessage(`${parts.clientId} ${parts.sessionState}`, origin);
  };

  /** Our content policy lets the issuer's origin be framed and no other. */
  function onBlocked(event: SecurityPolicyViolationEvent): void {
    if (event.effectiveDirective === "frame-src" && event.blockedURI.startsWith(origin)) become("blocked");
  }

  addEventListener("message", onMessage);
  document.addEventListener("securitypolicyviolation", onBlocked);
  frame.hidden = true;
  frame.title = "session";
  frame.tabIndex = -1;
  frame.setAttribute("aria-hidden", "true");
  frame.setAttribute("sandbox", "allow-scripts allow-same-origin");
  frame.addEventListener("load", () => {
    isLoaded = true;
    ask();
  });
  frame.src = parts.url;
  document.body.append(frame);
  waitForIt();
  return { ask, state: () => state, heardAt: () => heardAt, close };
}
