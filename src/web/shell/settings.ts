import { useSyncExternalStore } from "react";

export const THEMES = ["system", "light", "dark", "sun"] as const;

/** How a person wants Waybill to look on this device. `system` follows the device. */
export interface Looks {
  /** `sun` is bright with the most contrast. */
  readonly theme: (typeof THEMES)[number];
  readonly contrast: "system" | "more";
}

const STORED = "wb.looks";
const listeners = new Set<() => void>();
let looks: Looks = read();

function read(): Looks {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? "{}");
    const get = (key: string): unknown =>
      typeof stored === "object" && stored !== null ? Reflect.get(stored, key) : undefined;
    const theme = get("theme");
    return {
      theme: THEMES.find((one) => one === theme) ?? "system",
      contrast: get("contrast") === "more" ? "more" : "system",
    };
  } catch {
    return { theme: "system", contrast: "system" };
  }
}

/** Puts the looks on the document, where the style sheet reads them. */
export function applyLooks(): void {
  const { dataset } = document.documentElement;
  dataset["theme"] = looks.theme;
  dataset["contrast"] = looks.contrast;
}

export function setLooks(patch: Partial<Looks>): void {
  looks = { ...looks, ...patch };
  applyLooks();
  try {
    localStorage.setItem(STORED, JSON.stringify(looks));
  } catch {
    // Without storage the choice lasts for this page.
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useLooks = (): Looks => useSyncExternalStore(subscribe, () => looks);
