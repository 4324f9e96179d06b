import { useState } from "react";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { ShowMore } from "#web/api/show-more.tsx";
import { usePages } from "#web/api/use-pages.ts";
import { useWords } from "#web/i18n/words.ts";
import { FilterChip } from "#web/ui/chip.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { disputesApi } from "#features/payments/contract/disputes.ts";
import { DisputesTable } from "./disputes-table.tsx";
import { READ_EVERY } from "#features/payments/web/public-parts.ts";
import { SmallMessage } from "../money/small-message.tsx";
import type { OnTrace } from "../trace/trace-button.tsx";

const PAGE = 20;

/** Payments that card holders dispute, and until when evidence is read. */
export function Disputes({ onTrace }: { onTrace: OnTrace }) {
  const t = useWords("money");
  const [open, setOpen] = useState<"yes" | "no">("yes");
  const { list, items: disputes = [] } = usePages(
    ["disputes", open],
    (from, options) => call(disputesApi.listDisputes, { open, limit: PAGE, ...from }, options),
    READ_EVERY,
  );
  return (
    <section className="stack gap-4" aria-labelledby="money-disputes">
      <h2 className="title" id="money-disputes">
        {t("disputes.title")}
      </h2>
      <div className="money-groups" role="group" aria-label={t("disputes.groups")}>
        {(["yes", "no"] as const).map((one) => (
          <FilterChip key={one} selected={one === open} onChange={() => setOpen(one)}>
            {one === "yes" ? t("disputes.undecided") : t("disputes.all")}
          </FilterChip>
        ))}
      </div>
      {list.isPending && <Skeleton look="rows" lines={2} />}
      {list.isError && <RefusalNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && disputes.length === 0 && (
        <SmallMessage icon="check-circle" title={t("disputes.none.title")}>
          <p>{t("disputes.none.text")}</p>
        </SmallMessage>
      )}
      {disputes.length > 0 && <DisputesTable disputes={disputes} onTrace={onTrace} />}
      <ShowMore list={list} />
    </section>
  );
}
