import { type ComponentType, type ReactNode, useState } from "react";
import type { Role } from "#kernel/actor.ts";
import { useWords } from "../../i18n/words.ts";
import { useOnline } from "../../shell/online.ts";
import { Button } from "../../ui/button.tsx";
import { StateMessage } from "../../ui/state-message.tsx";
import { browserFault } from "../failures/browser-check.ts";
import { type Failed, failureOf } from "../failures/failed.ts";
import { FailureMessage, WrongRole } from "../failures/failure-later.tsx";
import { Finishing } from "./callback-page.tsx";
import { useSession } from "../session.ts";
import { beginLogin, useLoginFailure } from "../begin-login.ts";
import { useLost, useReadable, useUnsent, useUnsentOwner } from "../failures/unsent.ts";

/** Shows its content to people with one of the roles; others learn why not, who can change it and what to do. */
export function RequireRole({ roles, children }: { roles: readonly Role[]; children: ReactNode }) {
  const session = useSession();
  const isOpen = session.kind === "signed-in" && session.roles.some((role) => roles.includes(role));
  const wasOpen = useOnce(isOpen);
  const isReadable = useReadable();
  if (session.kind === "signing-in") return <Finishing />;
  if (session.kind === "signed-out")
    return isReadable && roles.includes("courier") ? children : <SignInPrompt />;
  if (isOpen) return children;
  if (session.roles.length === 0) return <FailureMessage code="no-role" />;
  if (wasOpen) return <FailureMessage code="role-removed" facts={{ role: roles[0] ?? "" }} />;
  return <WrongRole name={session.name} roles={roles} />;
}

/** A page for people with one of the roles. */
export const withRole =
  <P extends object>(roles: readonly Role[], Page: ComponentType<P>): ComponentType<P> =>
  (props) => (
    <RequireRole roles={roles}>
      <Page {...props} />
    </RequireRole>
  );

/** Whether it was ever true since the component stands there. */
function useOnce(now: boolean): boolean {
  const [before, setBefore] = useState(now);
  if (now && !before) setBefore(true);
  return before;
}

const ENDS: ReadonlySet<string> = new Set([
  "ended-elsewhere",
  "ended-or-disabled",
  "expired",
  "storage-cleared",
]);
/** True when only a sign-in helps: unsent work is then the first thing to say. */
const isOver = (trouble: string | undefined): boolean => trouble === undefined || ENDS.has(trouble);

/** Asks for a sign-in, with the reason when there is one; comes back to this page. */
export function SignInPrompt() {
  const online = useOnline();
  const pressed = useLoginFailure();
  const ended = useEnded();
  const fault = browserFault();
  if (fault !== undefined) return <FailureMessage code={fault} />;
  const failed = pressed && failureOf(pressed.error);
  if (failed && !(online && failed.code === "first-time-offline"))
    return <FailureMessage {...failed} again={pressed.options} />;
  if (ended) return <FailureMessage {...ended} />;
  return online ? <PleaseSignIn /> : <FailureMessage code="first-time-offline" />;
}

/** Reason why the sign-in ended; undefined for a guest. */
function useEnded(): Failed | undefined {
  const session = useSession();
  const unsent = { count: useUnsent(), name: useUnsentOwner() };
  const lost = useLost();
  if (session.kind !== "signed-out") return undefined;
  const { trouble, facts = {} } = session;
  if (unsent.count > 0 && isOver(trouble)) return { code: "unsent-work", facts: unsent };
  return trouble && { code: trouble, facts: lost > 0 ? { ...facts, lost } : facts };
}

function PleaseSignIn() {
  const t = useWords("hall");
  return (
    <StateMessage
      page
      kind="signed-out"
      action={
        <Button variant="filled" icon="login" onClick={() => void beginLogin()}>
          {t("session.sign-in")}
        </Button>
      }
    />
  );
}
