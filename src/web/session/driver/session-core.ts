import type { SignInFailureCode } from "#contract/sign-in-failures.ts";
import { draftsBelongTo } from "../../forms/draft.ts";
import { setDraftsAside } from "../storage/drafts-aside.ts";
import { notice } from "../notices.ts";
import { announcePersonChange } from "./person-change.ts";
import type { PhaseKeeper } from "../phase.ts";
import type { FailureFacts, SessionState } from "../port.ts";
import type { SessionRecord } from "../storage/record-store.ts";

export type Why = "busy" | "offline" | "service-starting";

/** One page's view of the session. Every change of the state goes through the phase's table. */
export interface SessionCore {
  state(): SessionState;
  record(): SessionRecord | undefined;
  on(listener: () => void): () => void;
  /** A sign-in is on its way; nothing happens where somebody is signed in. */
  begin(): void;
  /** The page leaves for the provider. A page that is still open later did not get there. */
  leave(): void;
  /** Whether a sign-in is on its way: nothing that is stored or missing ends it meanwhile. */
  isOnItsWay(): boolean;
  /** The session lives. `here`: this very page signed in, so its user already knows who it is. */
  live(record: SessionRecord, how?: { readonly here: boolean }): void;
  /** The session may live, and the provider cannot be asked. */
  wait(record: SessionRecord, why: Why | undefined): void;
  /** Ends the state of being signed in. */
  end(trouble?: SignInFailureCode, facts?: FailureFacts): void;
}

/** @param hasComeBack the page was opened with an answer of the provider, which is about to be checked */
export function makeCore(phase: PhaseKeeper, hasComeBack = false): SessionCore {
  let state: SessionState = phase.now() === "signing-in" ? { kind: "signing-in" } : { kind: "signed-out" };
  let record: SessionRecord | undefined;
  let isOnItsWay = hasComeBack;
  /** Last session of this page, also after it has ended. */
  let last: SessionRecord | undefined;
  const listeners = new Set<() => void>();

  /** @param isNews what is shown of the person changed, although the state did not */
  function show(next: SessionState, isNews = false): void {
    if (!isNews && JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    for (const listener of listeners) listener();
  }

  function hold(next: SessionRecord, isHere: boolean): void {
    const [before, was] = [record, last];
    isOnItsWay = false;
    record = last = next;
    if (!was || was.subject === next.subject) return draftsBelongTo(next.subject);
    if (before) setDraftsAside(before.subject, next.subject);
    else draftsBelongTo(next.subject);
    announcePersonChange();
    if (!isHere) notice("person-switched", { name: next.name, was: was.name });
  }

  const signedIn = (next: SessionRecord, offline: boolean, why: Why | undefined): SessionState => ({
    kind: "signed-in",
    subject: next.subject,
    name: next.name,
    roles: next.roles,
    offline,
    ...(why && { why }),
  });

  return {
    state: () => state,
    record: () => record,
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    begin() {
      if (record) return;
      isOnItsWay = true;
      if (phase.now() !== "signed-out") return;
      phase.go("begin");
      show({ kind: "signing-in" });
    },
    leave() {
      isOnItsWay = false;
    },
    isOnItsWay: () => isOnItsWay,
    live(next, { here } = { here: false }) {
      phase.go("confirm");
      const isNews = looksOther(record, next);
      hold(next, here);
      show(signedIn(next, false, undefined), isNews);
    },
    wait(next, why) {
      phase.go("wait");
      hold(next, false);
      show(signedIn(next, true, why));
    },
    end(trouble, facts) {
      record = undefined;
      isOnItsWay = false;
      if (phase.now() !== "signed-out") phase.go(phase.now() === "signing-in" ? "fail" : "end");
      show({ kind: "signed-out", ...(trouble && { trouble }), ...(facts && { facts }) });
    },
  };
}

/** Userinfo may come after the sign-in: name, address and picture of the same person change then. */
const looksOther = (before: SessionRecord | undefined, next: SessionRecord): boolean =>
  before?.picture !== next.picture || before?.email !== next.email;
