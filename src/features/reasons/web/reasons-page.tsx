import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Fault } from "#features/parcels/domain/reasons.ts";
import { call } from "#web/api/call.ts";
import { isProblem } from "#web/api/problem.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { maybeWord, useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { type ReasonList, reasonsApi } from "../contract/api.ts";
import { FAULTS } from "../domain/faults.ts";
import "./reasons.css";

const KEY = ["reasons"];
const PHASES = ["pickup", "dropoff", "transit"] as const;

/** Says whose fault each reason of a failed try is: that decides who pays. */
export function ReasonsPage() {
  const t = useWords("reasons");
  const list = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(reasonsApi.readReasons, {}, { signal }),
    // The choice stands on the version that was seen: the server says where it is old.
    refetchOnWindowFocus: false,
  });
  if (list.data) return <Editor list={list.data} onReload={() => void list.refetch()} />;
  return (
    <>
      <PageHeader title={t("title")} />
      {list.error ? (
        <ProblemMessage error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <Skeleton look="rows" lines={9} />
      )}
    </>
  );
}

type Reason = ReasonList["reasons"][number];

function Editor({ list, onReload }: { readonly list: ReasonList; readonly onReload: () => void }) {
  const t = useWords("reasons");
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<Readonly<Record<string, Fault>>>({});
  const save = useCommand(reasonsApi.editReasons, {
    onDone: (fresh) => {
      queries.setQueryData(KEY, fresh);
      setChosen({});
      showSnack({ text: t("saved") });
    },
  });
  const faultOf = ({ code, fault }: Reason): Fault => chosen[code] ?? fault;
  const isChanged = list.reasons.some((reason) => faultOf(reason) !== reason.fault);
  const send = () =>
    save.mutate({
      version: list.version,
      faults: list.reasons.map((reason) => ({ code: reason.code, fault: faultOf(reason) })),
    });
  const isStale = isProblem(save.error, "reasons.changed-meanwhile");
  return (
    <div className="stack gap-4 reasons">
      <PageHeader
        title={t("title")}
        actions={
          <Button variant="filled" loading={save.isPending} disabled={!isChanged} onClick={send}>
            {t("save")}
          </Button>
        }
      />
      <Banner icon="info">
        <p>{t("about")}</p>
        <p>{t("about.kept")}</p>
      </Banner>
      <RefusalNote error={save.error} {...(isStale && { onRetry: onReload })} />
      {PHASES.map((phase) => (
        <Card key={phase} title={t(`phase.${phase}`)}>
          <div className="reasons-rows">
            {list.reasons
              .filter((reason) => reason.phase === phase)
              .map((reason) => (
                <Row
                  key={reason.code}
                  reason={reason}
                  fault={faultOf(reason)}
                  onChoose={(fault) => setChosen((before) => ({ ...before, [reason.code]: fault }))}
                />
              ))}
          </div>
        </Card>
      ))}
    </div>
  );
}

interface RowProps {
  readonly reason: Reason;
  readonly fault: Fault;
  readonly onChoose: (fault: Fault) => void;
}

/** A reason with its fault, what that means for the sender, and the usual one where it differs. */
function Row({ reason: { code, usual }, fault, onChoose }: RowProps) {
  const t = useWords("reasons");
  const pays = fault === "sender" || fault === "recipient" ? t("pays.sender") : t("pays.nobody");
  return (
    <Select
      label={maybeWord("deliveries", `reason.${code}`) ?? code}
      hint={fault === usual ? pays : `${pays} ${t("usual", { fault: t(`fault.${usual}`) })}`}
      value={fault}
      onChange={onChoose}
      options={FAULTS.map((value) => ({ value, label: t(`fault.${value}`) }))}
    />
  );
}
