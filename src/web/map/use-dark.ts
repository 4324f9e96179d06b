import { useSyncExternalStore } from "react";
import { useLooks } from "../shell/settings.ts";

const query = () => matchMedia("(prefers-color-scheme: dark)");

const subscribe = (listener: () => void) => {
  const media = query();
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
};

/** Whether the page is dark now: by choice, or by the device. */
export function useDark(): boolean {
  const { theme } = useLooks();
  const deviceIsDark = useSyncExternalStore(subscribe, () => query().matches);
  return theme === "dark" || (theme === "system" && deviceIsDark);
}
