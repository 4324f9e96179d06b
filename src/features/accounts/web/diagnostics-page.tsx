import { useCallback, useEffect, useState } from "react";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import type { Diagnosis } from "#web/session/diagnosis.ts";
import { auth, onSession } from "#web/session/session.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { LtrText } from "#web/ui/figures.tsx";
import { Fact, Facts, List, ListItem } from "#web/ui/list.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { StatusChip } from "#web/ui/status.tsx";
import { reportOf, type Section, sectionsOf } from "./diagnosis-rows.ts";
import "./people.css";

/** How often the page is read anew, for "5 seconds ago" to stay true. */
const EVERY_MS = 5_000;

/** Shows support how the session is kept, checked and renewed, and why these roles. Holds no secret. */
export function DiagnosticsPage() {
  const t = useWords("accounts");
  const { diagnosis, failed, now, again } = useDiagnosis();
  return (
    <div className="stack gap-4">
      <PageHeader title={t("diagnosis.title")} detail={t("diagnosis.text")} back="/account" />
      {diagnosis && <Findings diagnosis={diagnosis} now={now} again={again} />}
      {!diagnosis && !failed && <Skeleton look="card" lines={3} />}
      {!diagnosis && failed && (
        <StateMessage kind={navigator.onLine ? "error" : "offline"} onRetry={again}>
          <p>{t("diagnosis.failed")}</p>
        </StateMessage>
      )}
    </div>
  );
}

interface Read {
  readonly diagnosis: Diagnosis | undefined;
  readonly failed: boolean;
  readonly now: number;
}

/** Read at the start, after every change of the session, and every 5 s. */
function useDiagnosis(): Read & { again: () => void } {
  const [shown, setShown] = useState<Read>({ diagnosis: undefined, failed: false, now: 0 });
  const read = useCallback(async () => {
    try {
      const diagnosis = await auth().diagnose();
      setShown({ diagnosis, failed: false, now: Date.now() });
    } catch {
      setShown((before) => ({ ...before, failed: true }));
    }
  }, []);
  useEffect(() => {
    const again = () => void read();
    again();
    const stop = onSession(again);
    const timer = setInterval(again, EVERY_MS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [read]);
  return { ...shown, again: () => void read() };
}

function Findings({ diagnosis, now, again }: { diagnosis: Diagnosis; now: number; again: () => void }) {
  const t = useWords("accounts");
  const sections = sectionsOf(diagnosis, { t, failure: useWords("session"), f: useFormat(), now });
  return (
    <>
      {sections.map((section) => (
        <SectionCard key={section.id} section={section} />
      ))}
      <RolesCard roles={diagnosis.roles} isSignedOut={diagnosis.phase === "signed-out"} />
      <Actions text={() => reportOf(diagnosis, sections, Date.now())} again={again} />
    </>
  );
}

/** Addresses and identifiers read left to right in every language. */
const CODES: ReadonlySet<string> = new Set(["issuer", "client", "dpop-algorithms"]);

function SectionCard({ section: { id, rows } }: { section: Section }) {
  const t = useWords("accounts");
  return (
    <Card title={t(`diagnosis.${id}`)}>
      <Facts>
        {rows.map((row) => (
          <Fact key={row.id} name={row.name}>
            {CODES.has(row.id) ? <LtrText>{row.value}</LtrText> : row.value}
          </Fact>
        ))}
      </Facts>
    </Card>
  );
}

function RolesCard({ roles, isSignedOut }: Pick<Diagnosis, "roles"> & { isSignedOut: boolean }) {
  const { from, reasons, tooMany, left } = roles;
  const t = useWords("accounts");
  const hall = useWords("hall");
  const f = useFormat();
  return (
    <Card
      title={t("diagnosis.roles")}
      aside={from && <span className="quiet small">{t(`diagnosis.from.${from}`)}</span>}
    >
      {tooMany && <Banner tone="warning">{t("diagnosis.too-many")}</Banner>}
      {reasons.length === 0 ? (
        <p className="quiet">{t(isSignedOut ? "diagnosis.role.signed-out" : "diagnosis.role.none")}</p>
      ) : (
        <List>
          {reasons.map(({ canonical, gives }) => (
            <ListItem
              key={canonical}
              className="row-with-ways"
              title={<LtrText>{canonical}</LtrText>}
              end={
                gives.length === 0 ? (
                  <span className="quiet small">{t("diagnosis.role.nothing")}</span>
                ) : (
                  <StatusChip tone="done" icon="arrow-forward">
                    {f.list(gives.map((role) => hall(`role.${role}`)))}
                  </StatusChip>
                )
              }
            />
          ))}
        </List>
      )}
      {left !== undefined && <p className="quiet">{t("diagnosis.role.left", { n: left })}</p>}
    </Card>
  );
}

function Actions({ text, again }: { text: () => string; again: () => void }) {
  const t = useWords("accounts");
  const [copied, setCopied] = useState(false);
  const [busy, setBusy] = useState(false);
  const check = () => {
    setBusy(true);
    void auth()
      .confirm("person")
      .finally(() => {
        setBusy(false);
        again();
      });
  };
  const copy = () => void navigator.clipboard.writeText(text()).then(() => setCopied(true));
  return (
    <div className="row gap-2">
      <Button variant="filled" icon={copied ? "check" : "copy"} onClick={copy}>
        {copied ? t("diagnosis.copied") : t("diagnosis.copy")}
      </Button>
      <Button icon="refresh" loading={busy} onClick={check}>
        {t("diagnosis.check-now")}
      </Button>
    </div>
  );
}
