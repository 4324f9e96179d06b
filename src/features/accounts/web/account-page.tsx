import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { ProblemFace, RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { isLocale, LOCALES, NATIVE_NAMES, type Locale } from "#web/i18n/locales.ts";
import { useFormat } from "#web/i18n/format.ts";
import { chooseAndStoreLocale, useLocale, useWords } from "#web/i18n/words.ts";
import { SignInFace } from "#web/session/require-role.tsx";
import { auth, login, logout, useSession } from "#web/session/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Avatar, LtrText } from "#web/ui/figures.tsx";
import { Fact, Facts } from "#web/ui/list.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { accountsApi, type Me } from "../contract/api.ts";
import { ME_KEY } from "./me-key.ts";
import "./people.css";

/** Who I am here, which language I read, and the ways to the provider's account and out. */
export function AccountPage() {
  const t = useWords("accounts");
  const session = useSession();
  return (
    <div className="stack gap-4">
      <PageHeader title={t("account.title")} />
      {session.kind === "signing-in" && <Skeleton look="card" lines={5} />}
      {session.kind === "signed-out" && <SignInFace />}
      {session.kind === "signed-in" && <Mine />}
    </div>
  );
}

function Mine() {
  const t = useWords("accounts");
  const hall = useWords("hall");
  const f = useFormat();
  const me = useQuery({ queryKey: ME_KEY, queryFn: ({ signal }) => call(accountsApi.me, {}, { signal }) });
  if (me.isPending) return <Skeleton look="card" lines={5} />;
  if (!me.data) return <ProblemFace error={me.error} onRetry={() => void me.refetch()} />;
  const { name, email, roles, org } = me.data;
  const provider = auth().account().consoleUrl;
  return (
    <>
      <RefusalNote error={me.error} onRetry={() => void me.refetch()} />
      <Card
        title={
          <span className="person-name">
            <Avatar name={name} />
            {name}
          </span>
        }
        actions={
          <>
            <Button variant="text" icon="swap" onClick={() => void login({ prompt: "login" })}>
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
      <Card title={t("account.language")}>
        <Language />
      </Card>
      <Card title={t("account.security")}>
        <p className="quiet">{t("account.security-text")}</p>
        {provider === undefined ? (
          <p className="quiet">{t("account.no-console")}</p>
        ) : (
          <Button icon="lock" href={provider} target="_blank">
            {t("account.console")}
          </Button>
        )}
      </Card>
    </>
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
    void chooseAndStoreLocale(locale);
    keep.mutate({ locale });
  };
  return (
    <>
      <Select
        label={hall("looks.language")}
        hint={t("account.language-hint")}
        value={useLocale()}
        onChange={(value) => isLocale(value) && choose(value)}
        options={LOCALES.map((value) => ({ value, label: NATIVE_NAMES[value] }))}
      />
      <RefusalNote error={keep.error} />
    </>
  );
}
