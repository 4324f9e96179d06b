import type { SessionPhase } from "#contract/session.ts";
import type { SignInFailureCode } from "#contract/sign-in-failures.ts";
import type { Role } from "#kernel/actor.ts";
import type { ApiVerdict } from "./driver/api-verdict.ts";
import type { CheckReport } from "./driver/check-report.ts";

/** Source of the suspicion that the session changed. None of them is believed: each only causes a question. */
export type Hint =
  | "frame" // the provider's session frame says "changed"
  | "event" // our server told of a session's end
  | "call" // a call was refused
  | "wake" // the machine slept, the page came back
  | "online" // the network came back
  | "person"; // somebody pressed "check now"

/** How the last question to the provider ended; `adopted`: another tab had asked already. */
export interface RefreshReport {
  /** ms since 1970 */
  readonly at: number;
  readonly tookMs: number;
  readonly result: "ok" | "adopted" | SignInFailureCode;
  readonly because: Hint | "expiry" | "tick";
}

/** One role of the provider and what it gives here; an empty list gives nothing. */
export interface RoleReason {
  readonly canonical: string;
  readonly gives: readonly Role[];
}

/** Content of the diagnostics page. Times in ms since 1970 by this device's clock. */
export interface Diagnosis {
  readonly issuer: string | undefined;
  readonly clientId: string | undefined;
  readonly phase: SessionPhase;
  readonly check: CheckReport;
  readonly refresh: RefreshReport | undefined;
  /** Seconds that the server's clock is ahead of this device's; absent: no server has sent its time yet. */
  readonly clockOffsetS: number | undefined;
  /** Our own server's last verdict on the token; absent: it was not asked yet. */
  readonly api: ApiVerdict | undefined;
  /** Storage of the session: the browser's database, or this page's memory. */
  readonly storage: "browser" | "memory";
  readonly session:
    | {
        readonly tokenKind: "bearer" | "dpop";
        readonly tokenForm: "jwt" | "opaque";
        readonly expiresAt: number;
        readonly canRefresh: boolean;
        readonly generation: number;
        /** Last answer of the provider. */
        readonly confirmedAt: number;
        readonly lastSeen: number;
        /** Until when work goes on without the provider. */
        readonly offlineUntil: number;
      }
    | undefined;
  readonly provider:
    | {
        readonly readAt: number;
        /** True when it is the last good one and this page could not read a fresh one. */
        readonly isStored: boolean;
        readonly endsSessions: boolean;
        readonly revokes: boolean;
        readonly hasUserinfo: boolean;
        readonly hasSessionFrame: boolean;
        readonly namesIssuer: boolean;
        /** Origins of its addresses that our own content policy let no call go to. */
        readonly blocked: readonly string[];
        readonly dpopAlgorithms: readonly string[];
      }
    | undefined;
  readonly roles: {
    readonly from: "access-token" | "id-token" | "userinfo" | "membership" | undefined;
    readonly reasons: readonly RoleReason[];
    /** The provider sent a link instead of the roles, because there were too many (Entra). */
    readonly tooMany: boolean;
    /** How many further roles, which give nothing, are not among the reasons. */
    readonly left?: number;
  };
}
