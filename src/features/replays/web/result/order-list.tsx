import { useMutation } from "@tanstack/react-query";
import { useLevelNames } from "#features/quotes/web/public-parts.ts";
import { call } from "#web/api/call.ts";
import { PagedRows } from "#web/api/paged-rows.tsx";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { saveFile } from "#web/api/save-file.ts";
import { sendForFile } from "#web/api/send.ts";
import { usePages } from "#web/api/use-pages.ts";
import { type Formats, useFormat } from "#web/i18n/format.ts";
import { type Translate, useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { FilterChip } from "#web/ui/chip.tsx";
import { NumberText } from "#web/ui/figures.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import {
  type Replay,
  type ReplayOrder,
  type ReplayOutcome,
  replayCsvPath,
  replaysApi,
} from "../../contract/api.ts";
import { REPLAY_KINDS, type ReplayKind } from "../../domain/lifecycle.ts";
import type { ReplaySearch } from "../replay-search.ts";
import { useLineText, useMoney, useReasonText } from "../texts.ts";

const TIMEOUT_MS = 60_000;

interface OrderListProps extends Pick<PageProps<object, ReplaySearch>, "search" | "setSearch"> {
  replay: Replay;
  outcome: ReplayOutcome;
}

/** Orders with both prices and the lines that differ; the file has them all. */
export function OrderList({ replay: { id, total }, outcome, search, setSearch }: OrderListProps) {
  const t = useWords("replays");
  const kind = search.kind;
  const save = useMutation({
    mutationFn: async () => {
      const headers = { accept: "*/*" };
      saveFile(
        await sendForFile({ method: "GET", url: replayCsvPath(id), headers, timeoutMs: TIMEOUT_MS }),
        "replayed-orders.csv",
      );
    },
  });
  const pages = usePages(["replays", "orders", id, kind], (from, options) =>
    call(replaysApi.listReplayOrders, { id, kind, ...from }, options),
  );
  const counts: Record<ReplayKind, number> = {
    ...outcome.all,
    all: total,
    unpriced: total - outcome.all.orders,
  };
  return (
    <Card
      title={t("orders.title")}
      headingLevel={3}
      aside={
        <Button
          variant="outlined"
          size="small"
          icon="down"
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {t("orders.csv")}
        </Button>
      }
    >
      <RefusalNote error={save.error} />
      <div className="row gap-2" role="group" aria-label={t("orders.kinds")}>
        {REPLAY_KINDS.map((one) => (
          <FilterChip
            key={one}
            selected={one === kind}
            count={counts[one]}
            onChange={() => setSearch({ kind: one }, { replace: true })}
          >
            {t(`kind.${one}`)}
          </FilterChip>
        ))}
      </div>
      <PagedRows pages={pages} bones={6} none={<p className="quiet">{t("orders.none")}</p>}>
        {(rows) => <Orders rows={rows} />}
      </PagedRows>
    </Card>
  );
}

function Orders({ rows }: { rows: readonly ReplayOrder[] }) {
  const t = useWords("replays");
  const f = useFormat();
  const zone = useZone();
  const { nameOf } = useLevelNames();
  return (
    <Table<ReplayOrder>
      caption={t("orders.title")}
      rows={rows}
      rowKey={({ orderId }) => orderId}
      columns={columnsOf({ t, f, zone, nameOf })}
    />
  );
}

interface Texts {
  t: Translate<"replays">;
  f: Formats;
  zone: string;
  nameOf: (level: string) => string;
}

const columnsOf = ({ t, f, zone, nameOf }: Texts): Column<ReplayOrder>[] => [
  {
    key: "order",
    head: t("head.order"),
    cell: ({ number, deliveryId, bookedAt, level }) => (
      <span className="choice-text">
        {deliveryId === null ? (
          <NumberText>{number}</NumberText>
        ) : (
          <a href={`/d/deliveries/${deliveryId}`}>
            <NumberText>{number}</NumberText>
          </a>
        )}
        <span className="quiet small">
          {f.dateTime(bookedAt, zone)} · {nameOf(level)}
        </span>
      </span>
    ),
  },
  {
    key: "customer",
    head: t("head.customer"),
    wide: true,
    cell: ({ customer }) => <bdi>{customer ?? t("customers.forgotten")}</bdi>,
  },
  {
    key: "was",
    head: t("head.was"),
    number: true,
    wide: true,
    cell: ({ was, currency }) => f.money({ minor: was, currency }),
  },
  {
    key: "now",
    head: t("head.now"),
    number: true,
    wide: true,
    cell: ({ now, currency }) => (now === null ? "–" : f.money({ minor: now, currency })),
  },
  { key: "difference", head: t("head.difference"), cell: (order) => <Difference order={order} /> },
];

/** The difference with the lines that make it, or why there is no price. */
function Difference({ order: { was, now, reason, detail, changed, currency } }: { order: ReplayOrder }) {
  const { money, signed } = useMoney(currency);
  const reasonText = useReasonText();
  const lineText = useLineText();
  const t = useWords("replays");
  if (now === null) return <span className="quiet small">{reason && reasonText({ reason, detail })}</span>;
  return (
    <span className="choice-text">
      <strong className="figure">{signed(now - was)}</strong>
      <span className="figure replay-narrow">{t("line.change", { was: money(was), now: money(now) })}</span>
      {changed.map((line) => (
        <span key={line.ruleId} className="quiet small">
          <bdi>{lineText(line)}</bdi>:{" "}
          <span className="figure">
            {t("line.change", {
              was: line.was === null ? "–" : money(line.was),
              now: line.now === null ? "–" : money(line.now),
            })}
          </span>
        </span>
      ))}
    </span>
  );
}
