import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { firstWords } from "./first-words.ts";
import { applyLooks } from "./settings.ts";
import { installTrustedTypes } from "./trusted-types.ts";

/** Starts a page that lives alone, without router and queries (tracking). */
export async function mountSmall(page: ReactNode, ...rooms: readonly string[]): Promise<void> {
  installTrustedTypes();
  applyLooks();
  await firstWords(...rooms);
  const place = document.getElementById("app");
  if (!place) throw new Error("the page has no #app");
  createRoot(place).render(<StrictMode>{page}</StrictMode>);
}
