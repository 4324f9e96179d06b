import type { SignInFailureCode } from "#contract/sign-in-failures.ts";
import type { FailureFacts, Notice } from "./port.ts";

/** Notices after signing out must outlive the page's load. Nothing secret is stored here. */
const STORED = "wb.auth.notices";
const OUTLIVES: ReadonlySet<SignInFailureCode> = new Set<SignInFailureCode>([
  "provider-not-told",
  "provider-keeps-session",
]);

const listeners = new Set<() => void>();
let notices: readonly Notice[] = storedNotices();

export const currentNotices = (): readonly Notice[] => notices;

export function onNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Says something until somebody has read it; saying it again only changes its facts. */
export function notice(code: SignInFailureCode, facts?: FailureFacts): void {
  const rest = notices.filter((one) => one.code !== code);
  become([...rest, { code, ...(facts && { facts }) }]);
}

export function dismissNotice(code: SignInFailureCode): void {
  if (notices.some((one) => one.code === code)) become(notices.filter((one) => one.code !== code));
}

function become(next: readonly Notice[]): void {
  if (JSON.stringify(next) === JSON.stringify(notices)) return;
  notices = next;
  const kept = next.filter(({ code }) => OUTLIVES.has(code));
  try {
    if (kept.length === 0) sessionStorage.removeItem(STORED);
    else sessionStorage.setItem(STORED, JSON.stringify(kept));
  } catch {
    // Without storage it is said on this page only.
  }
  for (const listener of listeners) listener();
}

function storedNotices(): readonly Notice[] {
  try {
    const text = sessionStorage.getItem(STORED);
    // Safe: only `become` writes it.
    return text === null ? [] : (JSON.parse(text) as readonly Notice[]);
  } catch {
    return [];
  }
}
