import { type ReactNode, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { makeLazyDriver } from "../session/lazy-driver.ts";
import { setDriver } from "../session/session.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { Snackbar } from "../ui/snackbar.tsx";
import { firstWords } from "./first-words.ts";
import { Boundary } from "./router-view.tsx";
import { PageFault } from "./page-fault.tsx";
import { SessionGate } from "./session/session-gate.tsx";
import { SessionNotices } from "./session/session-notices-later.tsx";
import { applyLooks } from "./settings.ts";
import { SmallShell } from "./small-shell.tsx";
import { TourSlot } from "./tour-slot.tsx";
import { installTrustedTypes } from "./trusted-types.ts";

/** Starts a page that lives alone and knows who is signed in, without router (payment). */
export async function mountSigned(
  load: () => Promise<ReactNode>,
  ...rooms: readonly string[]
): Promise<void> {
  installTrustedTypes();
  applyLooks();
  const driver = makeLazyDriver(async (phase) =>
    (await import("../session/driver/oidc-driver.ts")).makeOidcDriver(phase),
  );
  setDriver(driver);
  void driver.start();
  // A page that the browser kept has lost its place in the queue of tabs, and knows nothing of what happened since.
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  const [page] = await Promise.all([load(), firstWords(...rooms)]);
  const place = document.getElementById("app");
  if (!place) throw new Error("the page has no #app");
  createRoot(place).render(
    <StrictMode>
      <SmallShell above={<TourSlot place={location.pathname} />}>
        <SessionNotices place={location.pathname} />
        <Boundary place={location.pathname} fallback={PageFault}>
          <Suspense fallback={<Skeleton look="card" lines={6} />}>
            <SessionGate place={location.pathname}>{page}</SessionGate>
          </Suspense>
        </Boundary>
      </SmallShell>
      <Snackbar />
    </StrictMode>,
  );
}
