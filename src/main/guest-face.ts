import { type Locale, LOCALES, chooseLocale, directionOf, wordLocale } from "#kernel/locale.ts";

/** Title, text and button in each language; tools/build/guest-worker-plugin.ts writes them in. */
declare const FACE_WORDS: Readonly<Record<string, readonly [title: string, text: string, again: string]>>;

/** As `web/ui/use-reconnect.ts`: a device may lose the network and never say so. */
const FIRST_MS = 5_000;
const LONGEST_MS = 60_000;
/** Small, and served wherever a page is. */
const PROBE = "/mark.svg";

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Says it in the language and with the looks that the reader chose on the page that is not there. */
function speak(locale: Locale): void {
  const root = document.documentElement;
  [root.lang, root.dir] = [locale, directionOf(locale)];
  root.dataset["theme"] = /"theme":"(\w+)"/.exec(stored("wb.looks") ?? "")?.[1] ?? "system";
  const [title, text, again] = FACE_WORDS[wordLocale(locale)] ?? [];
  document.title = `${title} · Waybill`;
  const parts = document.querySelectorAll("h1, p, button");
  for (const [n, words] of [title, text, again].entries()) parts[n]?.append(words ?? "");
}

async function tryNow(): Promise<void> {
  if (document.visibilityState !== "visible" || !navigator.onLine) return;
  const found = await fetch(PROBE, { cache: "no-store" }).catch(() => undefined);
  if (found?.ok) location.reload();
}

function again(wait: number): void {
  setTimeout(() => {
    void tryNow();
    again(Math.min(2 * wait, LONGEST_MS));
  }, wait);
}

speak(chooseLocale([stored("wb.locale"), ...navigator.languages], LOCALES));
document.querySelector("button")?.addEventListener("click", () => location.reload());
addEventListener("online", () => void tryNow());
document.addEventListener("visibilitychange", () => void tryNow());
again(FIRST_MS);
