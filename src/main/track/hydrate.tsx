import { type ReactNode, startTransition, useEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { PAGE_DATA_ID, type PageData } from "#features/tracking/contract/page.ts";
import { LOCALES } from "#kernel/locale.ts";
import { repeatSaid } from "#web/i18n/said-formats.ts";
import { loadLanguage, setLocale, startWords } from "#web/i18n/words.ts";
import { registerGuestWorker } from "#web/offline/guest-page.ts";
import { applyLooks } from "#web/shell/settings.ts";
import { installTrustedTypes } from "#web/shell/trusted-types.ts";
import { TrackDocument } from "./document.tsx";
import { cardsOf } from "./later-cards.ts";

/** `/t/<token>`: the token stays in the address bar and goes to the server in a header only. */
const token = location.pathname.split("/")[2] ?? "";

/** Brings the drawn page to life, or draws it where the server did not. @returns once it answers presses */
export async function begin(): Promise<void> {
  installTrustedTypes();
  applyLooks();
  const place = document.getElementById("app") ?? document.body;
  const data = drawnData();
  const cards = await cardsOf(data?.state);
  if (!data) {
    await startWords("hall", "tracking", "choices", "slots");
    createRoot(place).render(
      alive(<TrackDocument token={token} locales={LOCALES} isDemo={false} cards={cards} />),
    );
    return;
  }
  const { locale, locales, isDemo, state } = data;
  await loadLanguage(locale, "hall", "tracking", "choices", "slots");
  await setLocale(locale);
  repeatSaid(locale, data.said);
  const page = <TrackDocument token={token} drawn={state} locales={locales} isDemo={isDemo} cards={cards} />;
  // A transition gives way to the browser every 5 ms, so that no one task holds a slow phone up.
  await new Promise<void>((done) => startTransition(() => void hydrateRoot(place, alive(page, done))));
}

const alive = (page: ReactNode, done?: () => void) => <Alive done={done}>{page}</Alive>;

/** Says once that the page answers presses; only then it is made ready for a reload without network. */
function Alive({ done, children }: { done: (() => void) | undefined; children: ReactNode }) {
  useEffect(() => {
    done?.();
    registerGuestWorker("/t/");
  }, [done]);
  return children;
}

/** Data that the server drew the page from. */
function drawnData(): PageData | undefined {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  // Safe: our own server writes it of this very type.
  return text === undefined ? undefined : (JSON.parse(text) as PageData);
}
