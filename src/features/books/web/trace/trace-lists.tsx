import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { MoneyText } from "#web/ui/figures.tsx";
import { useMoment } from "#web/ui/facts/moment.tsx";
import { type Look, StatusChip } from "#web/ui/status.tsx";
import { useMe } from "#features/accounts/web/public-parts.ts";
import { ProblemNote } from "#features/payments/web/public-parts.ts";
import { ReceiptList } from "#features/receipts/web/public-parts.ts";
import type { PaymentTrace } from "../../contract/trace.ts";
import { type OnAct, RefundActs } from "../refunds/refund-act-dialog.tsx";
import { DISPUTE_LOOK, namesOf, REFUND_LOOK } from "../refunds/refund-look.ts";
import { ProviderWord } from "./provider-word.tsx";
import { type ReactNode, useId } from "react";
import { List } from "#web/ui/list.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import type { Finding, Fix } from "../../contract/findings.ts";

interface OfTrace {
  readonly trace: PaymentTrace;
}

export function TraceRefunds({ trace: { refunds }, onAct }: OfTrace & { onAct: OnAct }) {
  const t = useWords("money");
  const f = useFormat();
  const moment = useMoment();
  return (
    <TraceList title={t("refunds.title")} items={refunds} keyOf={({ id }) => id}>
      {(refund) => (
        <>
          <Ends>
            <StatusChip {...REFUND_LOOK[refund.state]}>{t(`refund.state.${refund.state}`)}</StatusChip>
            <MoneyText amount={refund.amount} strong />
          </Ends>
          <span>{t(`refund.reason.${refund.reason}`)}</span>
          {refund.note !== null && <bdi className="quiet">{refund.note}</bdi>}
          <span className="quiet small">
            {[moment(refund.askedAt), f.list(namesOf(refund))].filter(Boolean).join(" · ")}
          </span>
          {refund.code !== null && (
            <span className="quiet small">
              <ProviderWord word={refund.code} group="answer" />
            </span>
          )}
          {refund.state === "failed" && (
            <ProblemNote code="refund.failed" facts={{ amount: f.money(refund.amount) }} />
          )}
          <RefundActs refund={refund} onAct={onAct} />
        </>
      )}
    </TraceList>
  );
}

export function TraceDisputes({ trace: { disputes, payment } }: OfTrace) {
  const t = useWords("money");
  const f = useFormat();
  const moment = useMoment();
  const maySee = useMe().may("delivery:handle");
  const { deliveryId } = payment;
  const ways = deliveryId === null || !maySee ? {} : { evidence: `/d/deliveries/${deliveryId}` };
  return (
    <TraceList title={t("disputes.title")} items={disputes} keyOf={({ id }) => id}>
      {({ state, amount, reason, evidenceDue, openedAt, settled }) => (
        <>
          <Ends>
            <StatusChip {...DISPUTE_LOOK[state]}>{t(`dispute.state.${state}`)}</StatusChip>
            <MoneyText amount={amount} strong />
          </Ends>
          <ProviderWord word={reason} group="dispute.reason" />
          <span className="quiet small">{moment(openedAt)}</span>
          {(state === "open" || state === "inquiry") && evidenceDue !== null && (
            <ProblemNote
              code="dispute.opened"
              facts={{ amount: f.money(amount), date: moment(evidenceDue) }}
              ways={ways}
            />
          )}
          {settled !== null && (
            <span className="quiet small">
              {t("dispute.settled", { withdrawn: f.money(settled.withdrawn), fee: f.money(settled.fee) })}
            </span>
          )}
        </>
      )}
    </TraceList>
  );
}

export function TraceReceipts({ trace: { payment } }: OfTrace) {
  const t = useWords("payments");
  return (
    <TracePart title={t("mine.receipts")}>
      <ReceiptList orderId={payment.orderId} none={<NoneSoFar />} />
    </TracePart>
  );
}

const OPERATION_LOOK = {
  pending: { tone: "waiting", icon: "clock" },
  sent: { tone: "moving", icon: "clock" },
  done: { tone: "done", icon: "check-circle" },
  failed: { tone: "ended", icon: "close" },
  review: { tone: "trouble", icon: "error" },
} as const satisfies Record<PaymentTrace["operations"][number]["state"], Look>;

export function TraceBooks({ trace: { operations, entries } }: OfTrace) {
  const t = useWords("money");
  const moment = useMoment();
  return (
    <>
      <TraceList title={t("trace.calls")} items={operations} keyOf={({ id }) => id}>
        {({ kind, state, amount, sends, answer, createdAt }) => (
          <>
            <Ends>
              <span className="strong">{t(`trace.call.${kind}`)}</span>
              {amount !== null && <MoneyText amount={amount} />}
            </Ends>
            <Ends>
              <StatusChip {...OPERATION_LOOK[state]}>{t(`trace.state.${state}`)}</StatusChip>
              <span className="quiet small">{t("trace.sends", { n: sends })}</span>
            </Ends>
            <span className="quiet small">
              {moment(createdAt)}
              {answer !== null && answer !== "ok" && " · "}
              {answer !== null && answer !== "ok" && <ProviderWord word={answer} group="answer" />}
            </span>
          </>
        )}
      </TraceList>
      <TraceList title={t("trace.entries")} items={entries} keyOf={({ version }) => version}>
        {({ at, lines }) => (
          <>
            <span className="quiet small">{moment(at)}</span>
            {lines.map(({ account, amount }) => (
              <Ends key={account}>
                <span>{t(`money.account.${account}`)}</span>
                <MoneyText amount={amount} />
              </Ends>
            ))}
          </>
        )}
      </TraceList>
    </>
  );
}

export function TracePart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="stack gap-2" aria-labelledby={id}>
      <h3 className="strong" id={id}>
        {title}
      </h3>
      {children}
    </section>
  );
}

export function NoneSoFar() {
  const t = useWords("money");
  return <p className="quiet small">{t("trace.none")}</p>;
}

interface TraceListProps<T> {
  title: string;
  items: readonly T[];
  keyOf: (item: T) => string | number;
  children: (item: T) => ReactNode;
}

export function TraceList<T>({ title, items, keyOf, children }: TraceListProps<T>) {
  return (
    <TracePart title={title}>
      {items.length === 0 ? (
        <NoneSoFar />
      ) : (
        <List label={title}>
          {items.map((item) => (
            <li className="trace-row" key={keyOf(item)}>
              {children(item)}
            </li>
          ))}
        </List>
      )}
    </TracePart>
  );
}

export const Ends = ({ children }: { children: ReactNode }) => (
  <span className="row gap-2 spread-between">{children}</span>
);

interface TraceFindingsProps {
  findings: readonly Finding[];
  onFix: (finding: Finding, fix: Fix) => void;
}

export function TraceFindings({ findings, onFix }: TraceFindingsProps) {
  const t = useWords("money");
  const mayMend = useMe().may("money:mend");
  return findings.map((finding) => (
    <Banner
      key={finding.id}
      tone="trouble"
      actions={
        mayMend
          ? finding.fixes.map((fix) => (
              <Button key={fix} onClick={() => onFix(finding, fix)}>
                {t(`findings.fix.${fix}`)}
              </Button>
            ))
          : undefined
      }
    >
      {t(`findings.kind.${finding.kind}`)}
    </Banner>
  ));
}
