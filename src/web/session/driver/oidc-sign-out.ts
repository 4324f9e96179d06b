import { forgetAllDrafts } from "../../forms/draft.ts";
import { configAtHand } from "../config.ts";
import { endPush, forgetAtOurServer } from "./forget-session.ts";
import { notice } from "../notices.ts";
import { announcePersonChange } from "./person-change.ts";
import type { LogoutOptions } from "../port.ts";
import type { Leaving } from "../protocol/leave.ts";
import { endRecord, type SessionRecord } from "../storage/record-store.ts";
import type { RenewalParts } from "./renewal.ts";

/**
 * Forgets the session here, in all tabs and at our server first; the provider's answer cannot keep anybody signed
 * in. The page leaves for the provider only while it is not in use: somebody may be typing when the answer comes.
 */
export function makeSignOut({ core, tabs, config, protocol }: RenewalParts) {
  async function leaving(record: SessionRecord): Promise<Leaving> {
    try {
      const { leave } = await protocol();
      return await leave(await config(), record);
    } catch {
      return { kind: "not-told", url: configAtHand()?.issuer ?? record.issuer };
    }
  }

  return async ({ hereOnly = false }: LogoutOptions = {}): Promise<void> => {
    const record = core.record();
    // The others were signed out from elsewhere; this tab did it and needs no reason.
    const subject = record?.subject ?? "";
    await endRecord({ why: "ended-elsewhere", subject, at: Date.now(), isOwn: true });
    tabs.tell({ kind: "ended", why: "ended-elsewhere" });
    forgetAllDrafts();
    core.end();
    announcePersonChange();
    if (!record) return;
    void forgetAtOurServer(record);
    void endPush();
    if (hereOnly) return;
    const use = watchUse();
    const next = await leaving(record);
    use.stop();
    if (next.kind === "only-here") notice("provider-keeps-session", { url: next.url });
    else if (next.kind === "at-provider" && !use.isSeen()) location.assign(next.url);
    else notice("provider-not-told", { url: withoutToken(next.url) });
  };
}

const USES = ["pointerdown", "keydown", "wheel", "popstate"] as const;

/** Whether somebody does anything on this page from now on. */
function watchUse(): { readonly isSeen: () => boolean; readonly stop: () => void } {
  let isSeen = false;
  const see = () => {
    isSeen = true;
  };
  for (const use of USES) addEventListener(use, see, { capture: true, passive: true });
  return {
    isSeen: () => isSeen,
    stop: () => {
      for (const use of USES) removeEventListener(use, see, { capture: true });
    },
  };
}

/** A notice outlives the page, and the ID token in the address must not. */
function withoutToken(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}
