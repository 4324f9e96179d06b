/** Messages between the tabs of this browser; each reads the shared record before it believes anything. */
export type TabWord =
  | { readonly kind: "session"; readonly subject: string }
  | { readonly kind: "ended"; readonly why: string };

export interface Tabs {
  tell(word: TabWord): void;
  on(listener: (word: TabWord) => void): void;
}

export function openTabs(): Tabs {
  const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("wb.auth") : undefined;
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    tell: (word) => channel?.postMessage(word),
    on: (listener) =>
      channel?.addEventListener("message", ({ data }: MessageEvent<TabWord>) => listener(data)),
  };
}

/** One at a time in all tabs of this browser. */
export const oneAtATime = <T>(work: () => Promise<T>): Promise<T> =>
  "locks" in navigator ? navigator.locks.request("wb.auth.refresh", work) : work();
