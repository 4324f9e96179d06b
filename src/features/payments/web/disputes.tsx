import { useState } from "react";
import { isZero } from "#kernel/money.ts";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { ShowMore } from "#web/api/show-more.tsx";
import { usePages } from "#web/api/use-pages.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { FilterChip } from "#web/ui/chip.tsx";
import { MoneyText } from "#web/ui/figures.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { StatusChip } from "#web/ui/status.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { type Dispute, disputesApi } from "../contract/disputes.ts";
import { DisputeReason } from "./dispute-reason.tsx";
import { DISPUTE_LOOK } from "./refund-look.ts";
import { type OnTrace, TraceButton } from "./trace-button.tsx";
import { SmallFace } from "./small-face.tsx";

const PAGE = 20;

/** Payments that card holders dispute, and until when evidence is read. */
export function Disputes({ onTrace }: { onTrace: OnTrace }) {
  const t = useWords("money");
  const [open, setOpen] = useState<"yes" | "no">("yes");
  const { list, items: disputes = [] } = usePages(["disputes", open], (from, options) =>
    call(disputesApi.listDisputes, { open, limit: PAGE, ...from }, options),
  );
  const columns = useColumns(onTrace);
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
        <SmallFace icon="check-circle" title={t("disputes.none.title")}>
          <p>{t("disputes.none.text")}</p>
        </SmallFace>
      )}
      {disputes.length > 0 && (
        <Table caption={t("disputes.title")} columns={columns} rows={disputes} rowKey={(row) => row.id} />
      )}
      <ShowMore list={list} />
    </section>
  );
}

function useColumns(onTrace: OnTrace): Column<Dispute>[] {
  const t = useWords("money");
  const f = useFormat();
  const zone = useZone();
  return [
    {
      key: "order",
      head: t("money.order"),
      cell: ({ paymentId, orderNumber }) => (
        <TraceButton id={paymentId} number={orderNumber} onTrace={onTrace} />
      ),
    },
    {
      key: "state",
      head: t("money.state"),
      cell: ({ state }) => <StatusChip {...DISPUTE_LOOK[state]}>{t(`dispute.state.${state}`)}</StatusChip>,
    },
    {
      key: "due",
      head: t("dispute.due"),
      cell: ({ state, evidenceDue }) =>
        evidenceDue === null || state === "won" || state === "lost" ? (
          <span className="quiet">–</span>
        ) : (
          <span className="figure strong">{f.dateTime(evidenceDue, zone)}</span>
        ),
    },
    {
      key: "reason",
      head: t("refund.reason"),
      wide: true,
      cell: ({ reason }) => <DisputeReason reason={reason} />,
    },
    {
      key: "opened",
      head: t("dispute.opened"),
      wide: true,
      cell: ({ openedAt }) => <span className="figure">{f.dateTime(openedAt, zone)}</span>,
    },
    {
      key: "amount",
      head: t("money.amount"),
      number: true,
      cell: ({ amount }) => <MoneyText amount={amount} strong />,
    },
    {
      key: "fee",
      head: t("dispute.fee"),
      number: true,
      wide: true,
      cell: ({ fee, settled }) => {
        const shown = settled?.fee ?? fee;
        return isZero(shown) ? <span className="quiet">–</span> : <MoneyText amount={shown} />;
      },
    },
  ];
}
