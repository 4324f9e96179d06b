import { lazy, type ReactNode } from "react";
import type { SignInFailureCode } from "#contract/sign-in-failures.ts";
import type { Notice } from "../../session/port.ts";
import { auth, useNotices } from "../../session/session.ts";

/** Its code comes with the notices, while all is well. */
const FailureMessage = lazy(() =>
  import("../../session/failures/failure-later.tsx").then((module) => ({ default: module.FailureMessage })),
);

export const REFUSED: SignInFailureCode = "token-refused";
/** The page that explains a refusal in full. */
const DIAGNOSTICS = "/account/diagnostics";

/** Asks the provider anew; the notice then ends. */
export async function settle({ code }: Notice): Promise<void> {
  await auth().confirm("person");
  // Whether our server takes the token now is its own word: the driver then ends the notice.
  if (code !== REFUSED) auth().dismiss(code);
}

/** The whole page when our own server refuses every call of this sign-in (F36); else what is inside. */
export function SessionGate({ place, children }: { place: string; children: ReactNode }) {
  const refused = useNotices().find(({ code }) => code === REFUSED);
  if (!refused || place === DIAGNOSTICS) return children;
  return <FailureMessage {...refused} onRetry={() => settle(refused)} />;
}
