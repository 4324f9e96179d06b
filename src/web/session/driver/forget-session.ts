import { proofOf } from "./dpop-proof.ts";
import type { SessionRecord } from "../storage/record-store.ts";

const END_THIS = "/api/me/sessions/end-this";
const WAIT_MS = 10_000;

/** Ends the notifications of this browser: its push service answers then that it is gone, also where our server was not told. */
export async function endPush(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  } catch {
    // A browser without workers or a push service has none.
  }
}

/** Our server refuses the tokens of this sign-in from now on. Goes on when the page leaves. Quiet: they run out anyway. */
export async function forgetAtOurServer({ accessToken, key }: SessionRecord): Promise<void> {
  try {
    const url = new URL(END_THIS, location.origin);
    await fetch(url.pathname, {
      method: "POST",
      headers: {
        authorization: `${key ? "DPoP" : "Bearer"} ${accessToken}`,
        "idempotency-key": crypto.randomUUID(),
        ...(key && { dpop: await proofOf(key, { method: "POST", url, accessToken }) }),
      },
      keepalive: true,
      signal: AbortSignal.timeout(WAIT_MS),
    });
  } catch {
    // Without a connection nothing can be sent.
  }
}
