import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { orderEntryApi } from "#features/order-entry/contract/api.ts";
import { sameAgain } from "#features/order-entry/web/public-parts.ts";
import { addDays, localAt } from "#kernel/local-time.ts";
import { call } from "#web/api/call.ts";
import { ProblemMessage } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useWords } from "#web/i18n/words.ts";
import { useConfig } from "#web/session/config.ts";
import { go } from "#web/shell/navigate.ts";
import { useOnline } from "#web/shell/online.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Banner } from "#web/ui/banner.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { recurringApi } from "../contract/api.ts";
import type { NewSearch } from "./list-search.ts";
import { RuleForm } from "./rule-form.tsx";
import { isRecurring } from "../domain/occurrence.ts";
import { emptyRule, type RuleTyped } from "./rule-values.ts";

/** Begins a standing order, empty or like an order. */
export function RecurringNewPage({ search: { same } }: PageProps<object, NewSearch>) {
  const t = useWords("recurring");
  const online = useOnline();
  const { currency, timezone } = useConfig();
  const past = useQuery({
    queryKey: ["past-entry", same],
    enabled: same !== "",
    queryFn: ({ signal }) => call(orderEntryApi.readPastEntry, { id: same }, { signal }),
  });
  const add = useCommand(recurringApi.addRule);
  const [now] = useState(Date.now);
  const empty = emptyRule(addDays(localAt(now, timezone).date, 1));
  const likePast = (): RuleTyped => {
    if (!past.data) return empty;
    const { serviceLevel = "", ...part } = sameAgain(past.data, currency);
    return { ...empty, ...part, ...(isRecurring(serviceLevel) && { serviceLevel }) };
  };
  return (
    <article className="stack gap-4 recurring recurring-narrow">
      <PageHeader back="/d/recurring" title={t("new.title")} detail={t("new.text")} />
      {!online && (
        <Banner tone="warning" icon="offline">
          {t("offline")}
        </Banner>
      )}
      {past.error ? (
        <ProblemMessage error={past.error} onRetry={() => void past.refetch()} />
      ) : past.isLoading ? (
        <Skeleton look="card" lines={6} />
      ) : (
        <RuleForm
          key={same}
          initial={likePast()}
          draft={`recurring-${same}`}
          asksCaller
          does={t("new.does")}
          onSend={async (rule) => {
            const { id } = await add.mutateAsync({ rule });
            go(`/d/recurring/${id}`);
          }}
        />
      )}
    </article>
  );
}
