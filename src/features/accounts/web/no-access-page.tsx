import { useWords } from "#web/i18n/words.ts";
import { SignInFace } from "#web/session/require-role.tsx";
import { login, logout, useSession } from "#web/session/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Face } from "#web/ui/face.tsx";
import { Row } from "#web/ui/layout.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** For people who signed in well, but whom no role lets in. */
export function NoAccessPage() {
  const t = useWords("accounts");
  const hall = useWords("hall");
  const session = useSession();
  if (session.kind === "signing-in") return <Skeleton lines={5} />;
  if (session.kind === "signed-out") return <SignInFace />;
  return (
    <Face
      kind="forbidden"
      title={t("no-access.title")}
      action={
        <Row>
          <Button variant="filled" icon="swap" onClick={() => void login({ prompt: "login" })}>
            {hall("session.other-account")}
          </Button>
          <Button icon="logout" onClick={() => void logout()}>
            {hall("session.sign-out")}
          </Button>
        </Row>
      }
    >
      <p>{t("no-access.text", { name: session.name })}</p>
      <p>{t("no-access.ask")}</p>
    </Face>
  );
}
