import { useWords } from "#web/i18n/words.ts";
import { Finishing } from "#web/session/pages/callback-page.tsx";
import { FailureMessage } from "#web/session/failures/failure-message.tsx";
import { SignInPrompt } from "#web/session/pages/require-role.tsx";
import { rolesOf, useSession } from "#web/session/session.ts";
import { useFirstPlaceFor } from "#web/shell/places.ts";
import { Button } from "#web/ui/button.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";

/** For people who signed in well, but whom no role lets in. */
export function NoAccessPage() {
  const t = useWords("accounts");
  const session = useSession();
  const place = useFirstPlaceFor(rolesOf(session));
  if (session.kind === "signing-in") return <Finishing />;
  if (session.kind === "signed-out") return <SignInPrompt />;
  if (session.roles.length === 0) return <FailureMessage code="no-role" />;
  return (
    <StateMessage
      page
      kind="empty"
      icon="check-circle"
      title={t("no-access.title")}
      action={
        <Button variant="filled" trailingIcon="arrow-forward" href={place}>
          {t("no-access.go-on")}
        </Button>
      }
    >
      <p>{t("no-access.text")}</p>
    </StateMessage>
  );
}
