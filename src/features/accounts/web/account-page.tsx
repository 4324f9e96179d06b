import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "#web/api/call.ts";
import { isProblem } from "#web/api/problem.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { isLocale, type Locale } from "#kernel/locale.ts";
import { NATIVE_NAMES } from "#web/i18n/locales.ts";
import { useFormat } from "#web/i18n/format.ts";
import { chooseAndStoreLocale, useLocale, useWords } from "#web/i18n/words.ts";
import { reportMissingCode } from "#web/offline/code-missing.ts";
import { useOffered } from "#web/session/config.ts";
import { useConsole, usePicture } from "#web/session/pages/account.ts";
import { Finishing } from "#web/session/pages/callback-page.tsx";
import { FailureMessage } from "#web/session/failures/failure-message.tsx";
import { SignInPrompt } from "#web/session/pages/require-role.tsx";
import { logout, useSession } from "#web/session/session.ts";
import { beginLogin } from "#web/session/begin-login.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Avatar } from "#web/ui/person/avatar.tsx";
import { LtrText } from "#web/ui/figures.tsx";
import { Fact, Facts } from "#web/ui/list.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { accountsApi, type Me } from "../contract/api.ts";
import { AccountParts } from "./account-part.tsx";
import type { AccountSearch } from "./account-search.ts";
import { DevicesCard } from "./devices-card.tsx";
import { ME_KEY } from "./me-key.ts";
import { SignOutEverywhere } from "./sign-out-everywhere.tsx";
import "./people.css";

/** Shows my name and roles, my language, my sessions, and the links to the provider's account and out. */
export function AccountPage({ search, setSearch }: PageProps<object, AccountSearch>) {
  const t = useWords("accounts");
  const session = useSession();
  if (session.kind === "signing-in") return <Finishing />;
  if (session.kind === "signed-out") return <SignInPrompt />;
  return (
    <div className="stack gap-4">
      <PageHeader title={t("account.title")} />
      <Mine onEverywhere={() => setSearch({ ask: "everywhere" })} />
      <SignOutEverywhere
        open={search.ask === "everywhere"}
        onClose={() => setSearch({ ask: "" }, { replace: true })}
      />
    </div>
  );
}

function Mine({ onEverywhere }: { onEverywhere: () => void }) {
  const t = useWords("accounts");
  const me = useQuery({ queryKey: ME_KEY, queryFn: ({ signal }) => call(accountsApi.me, {}, { signal }) });
  const there = me.data !== undefined;
  useEffect(() => {
    // The part of the page that the address names comes after the page itself.
    if (there && location.hash === "#devices") document.getElementById("devices")?.scrollIntoView();
  }, [there]);
  if (me.isPending) return <Skeleton look="card" lines={5} />;
  if (isProblem(me.error, "accounts.not-invited")) return <FailureMessage code="no-role" page={false} />;
  if (!me.data) return <ProblemMessage error={me.error} onRetry={() => void me.refetch()} />;
  return (
    <>
      <RefusalNote error={me.error} onRetry={() => void me.refetch()} />
      <Person me={me.data} />
      <div id="devices">
        <DevicesCard onEverywhere={onEverywhere} />
      </div>
      <AccountParts />
      <Security />
      <Card title={t("account.language")}>
        <Language />
      </Card>
    </>
  );
}

function Person({ me: { name, email, roles, org } }: { me: Me }) {
  const t = useWords("accounts");
  const hall = useWords("hall");
  const f = useFormat();
  const picture = usePicture();
  return (
    <Card
      title={
        <span className="person-name">
          <Avatar name={name} {...(picture !== undefined && { picture })} />
          {name}
        </span>
      }
      actions={
        <>
          <Button variant="text" icon="swap" onClick={() => void beginLogin({ prompt: "login" })}>
            {hall("session.other-account")}
          </Button>
          <Button icon="logout" onClick={() => void logout()}>
            {hall("session.sign-out")}
          </Button>
        </>
      }
    >
      <Facts>
        {email !== null && (
          <Fact name={t("account.email")}>
            <LtrText>{email}</LtrText>
          </Fact>
        )}
        <Fact name={t("account.org")}>{org.name}</Fact>
        <Fact name={t("account.roles")}>
          {roles.length === 0 ? t("people.no-role") : f.list(roles.map((role) => hall(`role.${role}`)))}
        </Fact>
        <Fact name={t("account.zone")}>
          <LtrText>{org.timezone.replaceAll("_", " ")}</LtrText>
        </Fact>
      </Facts>
    </Card>
  );
}

function Security() {
  const t = useWords("accounts");
  const provider = useConsole();
  return (
    <Card
      title={t("account.security")}
      actions={
        <>
          <Button variant="text" icon="info" href="/account/diagnostics">
            {t("diagnosis.title")}
          </Button>
          {provider !== undefined && (
            <Button icon="lock" href={provider} target="_blank">
              {t("account.console")}
            </Button>
          )}
        </>
      }
    >
      <p className="quiet">{t("account.security-text")}</p>
      {provider === undefined && <p className="quiet">{t("account.no-console")}</p>}
    </Card>
  );
}

/** Switches this page at once, and remembers the choice for messages to this person. */
function Language() {
  const t = useWords("accounts");
  const hall = useWords("hall");
  const queries = useQueryClient();
  const keep = useCommand(accountsApi.chooseLocale, {
    onDone: (fresh: Me) => queries.setQueryData(ME_KEY, fresh),
  });
  const choose = (locale: Locale) => {
    chooseAndStoreLocale(locale).catch(reportMissingCode);
    keep.mutate({ locale });
  };
  return (
    <>
      <Select
        label={hall("looks.language")}
        hint={t("account.language-hint")}
        value={useLocale()}
        onChange={(value) => isLocale(value) && choose(value)}
        options={useOffered().map((value) => ({ value, label: NATIVE_NAMES[value] }))}
      />
      <RefusalNote error={keep.error} />
    </>
  );
}
