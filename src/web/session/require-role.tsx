import { type ReactNode, useState } from "react";
import type { Role } from "#kernel/actor.ts";
import { useWords } from "../i18n/words.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { Face } from "../ui/face.tsx";
import { Row } from "../ui/layout.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { useAuthText, useTroubleText } from "./auth-text.ts";
import { login, logout, useSession } from "./session.ts";

/** Shows its content to people with one of the roles; others learn why not and what to do. */
export function RequireRole({ roles, children }: { roles: readonly Role[]; children: ReactNode }) {
  const t = useWords("hall");
  const session = useSession();
  if (session.kind === "signing-in") return <Skeleton lines={5} />;
  if (session.kind === "signed-out") return <SignInFace />;
  if (session.roles.some((role) => roles.includes(role))) return children;
  const none = session.roles.length === 0;
  return (
    <Face
      page
      kind="forbidden"
      title={none ? t("session.no-role.title", { name: session.name }) : t("session.wrong-role.title")}
      action={
        <Row spread="start">
          <Button variant="filled" icon="swap" onClick={() => void login({ prompt: "login" })}>
            {t("session.other-account")}
          </Button>
          <Button onClick={() => void logout()}>{t("session.sign-out")}</Button>
        </Row>
      }
    >
      <p>{none ? t("session.no-role.text") : t("session.wrong-role.text", { name: session.name })}</p>
    </Face>
  );
}

/** Asks for a sign-in, with the reason when there is one; comes back to this page. */
export function SignInFace() {
  const t = useWords("hall");
  const session = useSession();
  const describe = useAuthText();
  const explain = useTroubleText();
  const [failed, setFailed] = useState<unknown>();
  const trouble = session.kind === "signed-out" ? session.trouble : undefined;
  const start = () => {
    setFailed(undefined);
    login().catch(setFailed);
  };
  return (
    <>
      {failed !== undefined && (
        <Banner tone="trouble" urgent>
          {describe(failed)}
        </Banner>
      )}
      <Face
        page
        kind="signed-out"
        action={
          <Button variant="filled" icon="login" onClick={start}>
            {t("session.sign-in")}
          </Button>
        }
        {...(trouble && { title: t("session.signed-out.title") })}
      >
        <p>{trouble ? explain(trouble) : t("face.signed-out.text")}</p>
      </Face>
    </>
  );
}
