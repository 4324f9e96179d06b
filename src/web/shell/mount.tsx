import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { hasWords, loadWords, startWords } from "../i18n/words.ts";
import { hideAnswer } from "../session/callback-answer.ts";
import { loadConfig } from "../session/config.ts";
import { makeLazyDriver } from "../session/lazy-driver.ts";
import { setDriver } from "../session/session.ts";
import { followLinks, setNavigator } from "./navigate.ts";
import type { RoomPages } from "./pages.ts";
import { makeRouter } from "./router.ts";
import { RouterProvider } from "./router-view.tsx";
import { applyLooks } from "./settings.ts";
import { Shell } from "./shell.tsx";
import { installTrustedTypes } from "./trusted-types.ts";

/** Starts the console: everything except the tracking page. */
export async function mountApp(rooms: readonly RoomPages[]): Promise<void> {
  hideAnswer();
  installTrustedTypes();
  applyLooks();
  const pages = rooms.flat();
  const router = makeRouter({ pages, loadWords, hasWords });
  setNavigator(router);
  followLinks();
  const driver = makeLazyDriver(async () => (await import("../session/oidc-driver.ts")).makeOidcDriver());
  setDriver(driver);
  void driver.start();
  void loadConfig().catch(() => undefined);
  await startWords("hall");
  await router.start();
  const place = document.getElementById("app");
  if (!place) throw new Error("index.html has no #app");
  createRoot(place).render(
    <StrictMode>
      <RouterProvider value={router}>
        <Shell pages={pages} />
      </RouterProvider>
    </StrictMode>,
  );
}
