import { use, useEffect, useState } from "react";
import { type Locale, LOCALES } from "#kernel/locale.ts";
import type { BrowserConfig } from "#contract/browser-config.ts";
import { learnClock } from "./clock.ts";

let loading: Promise<BrowserConfig> | undefined;
let known: BrowserConfig | undefined;
const STORED = "wb.config";

/** Loads this install's public settings (`/config.json`). Kept for a start without network. */
export function loadConfig(): Promise<BrowserConfig> {
  loading ??= fetchConfig().catch((error: unknown) => {
    loading = undefined;
    known = configAtHand();
    if (known) return known;
    throw error;
  });
  return loading;
}

async function fetchConfig(): Promise<BrowserConfig> {
  const response = await fetch("/config.json", { signal: AbortSignal.timeout(10_000), cache: "no-cache" });
  learnClock(response.headers.get("date"));
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`);
  // Safe: our own server builds it from this very type.
  known = (await response.json()) as BrowserConfig;
  try {
    localStorage.setItem(STORED, JSON.stringify(known));
  } catch {
    // Without storage, a start without network shows the offline message.
  }
  return known;
}

/** The settings that this page or an earlier one has loaded, without asking. */
export function configAtHand(): BrowserConfig | undefined {
  if (known) return known;
  try {
    const text = localStorage.getItem(STORED);
    // Safe: only `fetchConfig` writes it.
    return text === null ? undefined : (JSON.parse(text) as BrowserConfig);
  } catch {
    return undefined;
  }
}

/** The configuration, inside React; suspends until it is there. */
export const useConfig = (): BrowserConfig => known ?? use(loadConfig());

/** The zone in which times are shown: the service area's. */
export const useZone = (): string => useConfig().timezone;

/** Whether cards are taken here at all. */
export const useTakesCards = (): boolean => useConfig().payment.provider !== "none";

/** The configuration when it is already there, without waiting; renders again when it arrives. */
export function useConfigIfThere(): BrowserConfig | undefined {
  const [config, setConfig] = useState(known);
  useEffect(() => {
    loadConfig().then(setConfig, () => undefined);
  }, []);
  return config;
}

/** The server sends a drawn page of a demo with the strip in it: known before the configuration is there. */
const isDrawnAsDemo = typeof document === "object" && document.querySelector(".demo-strip") !== null;

/** Whether this is a demo. */
export const useIsDemo = (): boolean => useConfigIfThere()?.demo.on ?? isDrawnAsDemo;

/** The languages that people may choose here; all of them until the configuration is there. */
export const useOffered = (): readonly Locale[] => useConfigIfThere()?.locales ?? LOCALES;
