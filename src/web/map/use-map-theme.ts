import { useSyncExternalStore } from "react";
import { useLooks } from "../shell/settings.ts";
import type { MapTheme } from "./palette.ts";

const query = () => matchMedia("(prefers-color-scheme: dark)");

const subscribe = (listener: () => void) => {
  const media = query();
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
};

/** Theme of the page now: by choice, or by the device. */
export function useMapTheme(): MapTheme {
  const { theme } = useLooks();
  const deviceIsDark = useSyncExternalStore(subscribe, () => query().matches);
  if (theme !== "system") return theme;
  return deviceIsDark ? "dark" : "light";
}
