import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { hasWords, loadWords } from "../i18n/words.ts";
import { hideAnswer } from "../session/driver/callback-answer.ts";
import { makeLazyDriver } from "../session/lazy-driver.ts";
import type { AuthPort } from "../session/port.ts";
import { setDriver } from "../session/session.ts";
import { firstWords } from "./first-words.ts";
import { followLinks, setNavigator } from "./navigate.ts";
import type { RoomPages } from "./pages.ts";
import { knowPlaces, knownPlaces, loadPlaces } from "./places.ts";
import { makeRouter } from "./router.ts";
import { RouterProvider } from "./router-view.tsx";
import { applyLooks } from "./settings.ts";
import { fetchSignInPage, Shell } from "./shell.tsx";
import { installTrustedTypes } from "./trusted-types.ts";

/** Starts the console: everything except the tracking page. @param more fetches the pages of whoever works here */
export async function mountApp(
  first: readonly RoomPages[],
  more: () => Promise<readonly RoomPages[]>,
): Promise<void> {
  hideAnswer();
  installTrustedTypes();
  applyLooks();
  knowPlaces(first.flat(), async () => (await more()).flat());
  const router = makeRouter({ pages: knownPlaces, loadPages: loadPlaces, loadWords, hasWords });
  setNavigator(router);
  followLinks();
  const driver = makeLazyDriver(async (phase) =>
    (await import("../session/driver/oidc-driver.ts")).makeOidcDriver(phase),
  );
  setDriver(driver);
  whenSignedIn(driver, () => {
    import("../offline/prepare.ts").then(
      ({ prepareOffline }) => prepareOffline(),
      () => undefined,
    );
  });
  void driver.start();
  fetchSignInPage(location.pathname);
  await firstWords();
  await router.start();
  const place = document.getElementById("app");
  if (!place) throw new Error("index.html has no #app");
  createRoot(place).render(
    <StrictMode>
      <RouterProvider value={router}>
        <Shell />
      </RouterProvider>
    </StrictMode>,
  );
}

/** Once, as soon as somebody is signed in: guests never fetch what only opening without network needs. */
function whenSignedIn(driver: AuthPort, run: () => void): void {
  const stop = driver.on(() => {
    if (driver.state().kind !== "signed-in") return;
    stop();
    run();
  });
}
