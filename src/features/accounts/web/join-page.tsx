import { useEffect, useRef, useState } from "react";
import { isProblem } from "#web/api/problem.ts";
import { ProblemMessage } from "#web/api/refusal-note.tsx";
import { refusalText } from "#web/api/refusal-text.ts";
import { useCommand } from "#web/api/use-command.ts";
import type { Role } from "#kernel/actor.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { beginLogin } from "#web/session/begin-login.ts";
import { useConfigIfThere } from "#web/session/config.ts";
import { auth, logout, rolesOf, useSession } from "#web/session/session.ts";
import { useFirstPlaceFor } from "#web/shell/places.ts";
import { Button } from "#web/ui/button.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { Row } from "#web/ui/layout.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { InvitationToken, invitationsApi } from "../contract/invitations.ts";

/** The token of the address: it follows `#`, where no server and no log sees it. */
const tokenHere = (): string | undefined => InvitationToken.safeParse(location.hash.slice(1)).data;

/** Landing page of an invitation: signs in if needed, accepts, and links to the person's work. */
export function JoinPage() {
  const t = useWords("accounts");
  const session = useSession();
  const [token] = useState(tokenHere);
  if (token === undefined) return <Broken />;
  if (session.kind === "signing-in") return <Skeleton look="card" lines={4} />;
  if (session.kind === "signed-in") return <Accept key={session.subject} token={token} name={session.name} />;
  return (
    <StateMessage
      page
      kind="signed-out"
      icon="mail"
      title={t("join.title")}
      action={
        <Button variant="filled" icon="login" onClick={() => void beginLogin({ returnTo: `/join#${token}` })}>
          {t("join.sign-in")}
        </Button>
      }
    >
      <p>{t("join.text")}</p>
    </StateMessage>
  );
}

/** A link that lost its end on the way, as e-mail programs do. */
function Broken() {
  const t = useWords("accounts");
  return (
    <StateMessage page kind="not-found" icon="link" title={t("join.broken.title")}>
      <p>{t("join.broken.text")}</p>
    </StateMessage>
  );
}

function Accept({ token, name }: { token: string; name: string }) {
  const t = useWords("accounts");
  const hall = useWords("hall");
  const accept = useCommand(invitationsApi.acceptInvitation, {
    onDone: () => {
      // The secret is used up; it need not stay in the address.
      history.replaceState(history.state, "", "/join");
      return auth().confirm("person");
    },
  });
  const { isError, isSuccess, mutate, error, data } = accept;
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    mutate({ token });
  }, [mutate, token]);
  if (isSuccess) return <Joined name={name} roles={data?.roles ?? []} />;
  if (!isError) return <Skeleton look="card" lines={4} />;
  if (!isProblem(error) || !error.code.startsWith("accounts."))
    return <ProblemMessage page error={error} onRetry={() => mutate({ token })} />;
  if (isProblem(error, "accounts.already-member")) return <AlreadyMember />;
  const isForOther = isProblem(error, "accounts.invitation-other-email");
  return (
    <StateMessage
      page
      kind="forbidden"
      icon="mail"
      title={t("join.refused.title")}
      action={
        <Row>
          {isForOther && (
            <Button
              variant="filled"
              icon="swap"
              onClick={() => void beginLogin({ returnTo: `/join#${token}`, prompt: "login" })}
            >
              {hall("session.other-account")}
            </Button>
          )}
          <Button icon="logout" onClick={() => void logout()}>
            {hall("session.sign-out")}
          </Button>
        </Row>
      }
    >
      <p>{refusalText(error)}</p>
      <p>{t("join.signed-in-as", { name })}</p>
    </StateMessage>
  );
}

/** A member now; where the token is the ceiling, its roles count only once the sign-in service grants them too. */
function Joined({ name, roles }: { name: string; roles: readonly Role[] }) {
  const t = useWords("accounts");
  const hall = useWords("hall");
  const f = useFormat();
  const granted = rolesOf(useSession());
  const org = useConfigIfThere()?.org.name ?? location.hostname;
  const place = useFirstPlaceFor(granted);
  const isOpen = roles.some((role) => granted.includes(role));
  const title = t("join.done.title", { name });
  if (isOpen)
    return (
      <StateMessage
        page
        kind="empty"
        icon="check-circle"
        title={title}
        action={
          <Button variant="filled" trailingIcon="arrow-forward" href={place}>
            {t("join.go-on")}
          </Button>
        }
      >
        <p>{t("join.done.text")}</p>
      </StateMessage>
    );
  const names = f.list(roles.map((role) => hall(`role.${role}`)));
  return (
    <StateMessage
      page
      kind="empty"
      icon="clock"
      title={title}
      action={
        <Row>
          <Button variant="filled" icon="refresh" onClick={() => void auth().confirm("person")}>
            {t("join.waits.check")}
          </Button>
          <Button icon="logout" onClick={() => void logout()}>
            {hall("session.sign-out")}
          </Button>
        </Row>
      }
    >
      <p>{t("join.waits.text", { roles: names, org })}</p>
    </StateMessage>
  );
}

function AlreadyMember() {
  const t = useWords("accounts");
  const place = useFirstPlaceFor(auth().roles());
  return (
    <StateMessage
      page
      kind="empty"
      icon="check-circle"
      title={t("join.member.title")}
      action={
        <Button variant="filled" trailingIcon="arrow-forward" href={place}>
          {t("join.go-on")}
        </Button>
      }
    >
      <p>{t("join.member.text")}</p>
    </StateMessage>
  );
}
