import { isZero, money } from "#kernel/money.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Banner } from "#web/ui/banner.tsx";
import { MoneyText } from "#web/ui/figures.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import type { MoneyReport } from "../../contract/money.ts";
import { AmountOrDash, amountColumn } from "./money-columns.tsx";

/** Debits are positive in the ledger: the sign that makes an account's amount one that people expect. */
const SIGN = {
  provider: 1,
  holds: 1,
  revenue: -1,
  tax: -1,
  refunds: 1,
  received: 1,
  receivable: 1,
  disputes: 1,
  losses: 1,
  fees: 1,
  writeoffs: 1,
  bank: -1,
} as const;
type Account = keyof typeof SIGN;
const isShown = (account: string): account is Account => account in SIGN;
const linesOf = (lines: readonly Line[], account: Account) =>
  lines.filter((line) => line.account === account);

type Line = MoneyReport["accounts"][number];
const isUsed = ({ balance, today }: Line): boolean => !isZero(balance) || !isZero(today);
const signed = (account: Account, { minor, currency }: Line["balance"]) =>
  money(SIGN[account] * minor, currency);

/** Today's money first: what came in and what cards hold; then every account that something stands on. */
export function MoneyBooks({ report }: { report: MoneyReport }) {
  const t = useWords("money");
  const currencies = [...new Set(report.accounts.map(({ balance }) => balance.currency))];
  return (
    <section className="stack gap-3" aria-labelledby="money-books">
      <h2 className="title" id="money-books">
        {t("money.books")}
      </h2>
      <Agreement report={report} />
      {currencies.map((currency) => (
        <OneCurrency
          key={currency}
          lines={report.accounts.filter(({ balance }) => balance.currency === currency)}
        />
      ))}
    </section>
  );
}

function OneCurrency({ lines }: { lines: readonly Line[] }) {
  const t = useWords("money");
  const [[taken], [held]] = [linesOf(lines, "provider"), linesOf(lines, "holds")];
  const rest = Object.keys(SIGN)
    .filter(isShown)
    .flatMap((account) => linesOf(lines, account).map((line) => ({ account, line })))
    .filter(({ line }) => isUsed(line));
  return (
    <div className="stack gap-3">
      <dl className="money-heads">
        {taken && <Head name={t("money.taken-today")} amount={taken.today} />}
        {held && <Head name={t("money.account.holds")} amount={held.balance} />}
      </dl>
      <details className="money-fold">
        <summary>{t("money.accounts")}</summary>
        <Table
          caption={t("money.accounts")}
          columns={useColumns()}
          rows={rest}
          rowKey={({ account }) => account}
        />
      </details>
    </div>
  );
}

function Head({ name, amount }: { name: string; amount: Line["balance"] }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <MoneyText amount={amount} strong />
      </dd>
    </div>
  );
}

function useColumns(): Column<{ readonly account: Account; readonly line: Line }>[] {
  const t = useWords("money");
  return [
    { key: "account", head: t("money.account"), cell: ({ account }) => t(`money.account.${account}`) },
    amountColumn("balance", t("money.balance"), ({ account, line }) => (
      <MoneyText amount={signed(account, line.balance)} />
    )),
    amountColumn(
      "today",
      t("money.today"),
      ({ account, line }) => <AmountOrDash amount={signed(account, line.today)} />,
      true,
    ),
  ];
}

function Agreement({ report }: { report: MoneyReport }) {
  const t = useWords("money");
  const f = useFormat();
  const zone = useZone();
  const { isBalanced, drifting, review, waiting, waitingSince } = report;
  const time = waitingSince === null ? "" : f.time(waitingSince, zone);
  return (
    <>
      <Banner tone={isBalanced ? "done" : "trouble"}>
        {isBalanced ? t("money.balanced") : t("money.drifting", { n: drifting })}
      </Banner>
      {review > 0 && (
        <Banner tone="trouble">
          <a href="/f?group=review#money-payments">{t("money.review", { n: review })}</a>
        </Banner>
      )}
      {waiting > 0 && <Banner>{t("money.waiting", { n: waiting, time })}</Banner>}
    </>
  );
}
