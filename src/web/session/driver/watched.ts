import type { SessionState } from "../port.ts";
import type { Hint } from "#web/session/diagnosis.ts";

/** Parts of the driver that the watchers of the session (frame, events, sleep) use. */
export interface Watched {
  state(): SessionState;
  on(listener: () => void): () => void;
  /** The provider's session frame and what to ask it; nothing where the provider offers none. */
  frame(): Promise<
    { readonly url: string; readonly clientId: string; readonly sessionState: string } | undefined
  >;
  /** Says that something may have changed: one confirming refresh follows. */
  confirm(hint: Hint): Promise<void>;
  readonly checkEveryMs: number;
  readonly messageWaitMs: number;
}
