import { safeReturn } from "../safe-return.ts";

/** State and target of this tab's last sign-in that came to its end. */
const LANDED = "wb.auth.landed";

export function land(state: string, path: string): void {
  try {
    sessionStorage.setItem(LANDED, JSON.stringify([state, path]));
  } catch {
    // Back then leads to the start page.
  }
}

/** Target of the sign-in with this state, opened again by the Back button. */
export function landedAt(state: string | null): string | undefined {
  try {
    const [at, path]: unknown[] = JSON.parse(landing());
    return (state === null || at === state) && typeof path === "string"
      ? safeReturn(path, location.origin)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Text that differs after each sign-in that came to its end in this tab. */
export function landing(): string {
  try {
    return sessionStorage.getItem(LANDED) ?? "[]";
  } catch {
    return "[]";
  }
}
