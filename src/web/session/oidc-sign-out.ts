import { forgetAllDrafts } from "../forms/draft.ts";
import { notice } from "./notices.ts";
import { tellPersonChange } from "./person-change.ts";
import type { LogoutOptions } from "./port.ts";
import { endRecord } from "./record-store.ts";
import type { RenewalParts } from "./renewal.ts";

/** Forgets the session here and in all tabs first; what the provider then does cannot keep anybody signed in. */
export function makeSignOut({ core, tabs, config, protocol }: RenewalParts) {
  return async ({ hereOnly = false }: LogoutOptions = {}): Promise<void> => {
    const record = core.record();
    // The others were signed out from elsewhere; this tab did it and needs no reason.
    const subject = record?.subject ?? "";
    await endRecord({ why: "ended-elsewhere", subject, at: Date.now(), isOwn: true });
    tabs.tell({ kind: "ended", why: "ended-elsewhere" });
    forgetAllDrafts();
    core.end();
    tellPersonChange();
    if (hereOnly) return;
    if (!record) return location.assign("/");
    const { leave } = await protocol();
    const next = await leave(await config(), record);
    if (next.kind === "only-here") notice("provider-keeps-session", { url: next.url });
    if (next.kind === "not-told") notice("provider-not-told", { url: next.url });
    location.assign(next.kind === "at-provider" ? next.url : "/");
  };
}
