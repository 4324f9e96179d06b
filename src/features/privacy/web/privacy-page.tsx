import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#web/api/call.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { Card } from "#web/ui/card.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type Retention, privacyApi } from "../contract/api.ts";
import { ErasuresCard } from "./erasures-card.tsx";
import { PeriodsForm } from "./periods-form.tsx";
import { PersonCard } from "./person-card.tsx";
import "./privacy.css";

const RETENTION = ["retention"];

/** How long personal data is kept, and what a person may ask for. */
export function PrivacyPage() {
  const t = useWords("privacy");
  const queries = useQueryClient();
  // Each time that somebody else's periods are taken up, the form begins anew.
  const [read, setRead] = useState(0);
  const retention = useQuery({
    queryKey: RETENTION,
    queryFn: ({ signal }) => call(privacyApi.readRetention, {}, { signal }),
  });
  const take = (fresh: Retention) => queries.setQueryData(RETENTION, fresh);
  return (
    <article className="stack gap-4 privacy-page">
      <PageHeader title={t("title")} />
      <Card title={t("periods.title")}>
        <p className="quiet">{t("periods.text")}</p>
        {retention.data ? (
          <>
            <RefusalNote error={retention.error} onRetry={() => void retention.refetch()} />
            <PeriodsForm
              key={read}
              retention={retention.data}
              onSaved={take}
              onReload={() => void retention.refetch().then(() => setRead((times) => times + 1))}
            />
          </>
        ) : retention.isPending ? (
          <Skeleton look="rows" lines={4} />
        ) : (
          <ProblemMessage error={retention.error} onRetry={() => void retention.refetch()} />
        )}
      </Card>
      <PersonCard />
      <ErasuresCard />
    </article>
  );
}
