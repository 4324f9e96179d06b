import { useState } from "react";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { ShowMore } from "#web/api/show-more.tsx";
import { usePages } from "#web/api/use-pages.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { FilterChip } from "#web/ui/chip.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import type { RefundGroup } from "#features/payments/contract/refund-groups.ts";
import { type Refund, refundsApi } from "#features/payments/contract/refunds.ts";
import { READ_EVERY } from "#features/payments/web/public-parts.ts";
import { RefundActDialog } from "./refund-act-dialog.tsx";
import type { RefundAct } from "./refund-acts.tsx";
import { RefundsTable } from "./refunds-table.tsx";
import type { OnTrace } from "../trace/trace-button.tsx";
import { useSettled } from "../money/use-settled.ts";
import { SmallMessage } from "../money/small-message.tsx";

const PAGE = 20;
/** Open tasks come first. */
const GROUPS = ["open", "waiting", "returned", "all"] as const satisfies readonly RefundGroup[];

/** Money on its way back: what needs somebody, because it waits for a second person or came back, and everything. */
export function Refunds({ onTrace }: { onTrace: OnTrace }) {
  const t = useWords("money");
  const f = useFormat();
  const { heading, settled } = useSettled();
  const [group, setGroup] = useState<RefundGroup>("open");
  const [asked, setAsked] = useState<{ refund: Refund; act: RefundAct }>();
  const { list, items: refunds = [] } = usePages(
    ["refunds", group],
    (from, options) => call(refundsApi.listRefunds, { group, limit: PAGE, ...from }, options),
    READ_EVERY,
  );
  return (
    <section className="stack gap-4" aria-labelledby="money-refunds">
      <h2 className="title" id="money-refunds" ref={heading} tabIndex={-1}>
        {t("refunds.title")}
      </h2>
      <div className="money-groups" role="group" aria-label={t("refunds.groups")}>
        {GROUPS.map((one) => (
          <FilterChip key={one} selected={one === group} onChange={() => setGroup(one)}>
            {t(`refunds.group.${one}`)}
          </FilterChip>
        ))}
      </div>
      {list.isPending && <Skeleton look="rows" lines={2} />}
      {list.isError && <RefusalNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && refunds.length === 0 && (
        <SmallMessage icon="check-circle" title={t(`refunds.none.${group}`)}>
          <p>{t("refunds.none.text")}</p>
        </SmallMessage>
      )}
      {refunds.length > 0 && (
        <RefundsTable
          refunds={refunds}
          onAct={(refund, act) => setAsked({ refund, act })}
          onTrace={onTrace}
        />
      )}
      <ShowMore list={list} />
      {asked && (
        <RefundActDialog
          {...asked}
          onClose={() => setAsked(undefined)}
          onActed={({ amount, state }) => {
            showSnack({
              text: t("refund.acted", { amount: f.money(amount), state: t(`refund.state.${state}`) }),
            });
            settled();
          }}
        />
      )}
    </section>
  );
}
