import { isZero, money } from "#kernel/money.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Banner } from "#web/ui/banner.tsx";
import { MoneyText } from "#web/ui/figures.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import type { MoneyReport } from "../../contract/money.ts";

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
const isOf =
  (account: Account) =>
  (line: Line): boolean =>
    line.account === account;

type Line = MoneyReport["accounts"][number];
const isUsed = ({ balance, today }: Line): boolean => !isZero(balance) || !isZero(today);
const signed = (account: Account, { minor, currency }: Line["balance"]) =>
  money(SIGN[account] * minor, currency);

/** Today's money first: what came in and what cards hold; then every account that something stands on. */
export function MoneyBooks({ report }: { report: MoneyReport }) {
  const t = useWords("money");
  const currencies = [...new Set(report.accounts.map(({ balance }) => balance.currency))];
  return (
    <section className="money-books" aria-labelledby="money-books">
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
  const [taken, held] = [lines.find(isOf("provider")), lines.find(isOf("holds"))];
  const rest = Object.keys(SIGN)
    .filter(isShown)
    .flatMap((account) => lines.filter(isOf(account)).map((line) => ({ account, line })))
    .filter(({ line }) => isUsed(line));
  return (
    <div className="money-now">
      <dl className="money-heads">
        {taken && (
          <div>
            <dt>{t("money.taken-today")}</dt>
            <dd className="money-head">
              <MoneyText amount={taken.today} strong />
            </dd>
          </div>
        )}
        {held && (
          <div>
            <dt>{t("money.account.holds")}</dt>
            <dd>
              <MoneyText amount={held.balance} strong />
            </dd>
          </div>
        )}
      </dl>
      <details className="money-accounts">
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

function useColumns(): Column<{ readonly account: Account; readonly line: Line }>[] {
  const t = useWords("money");
  return [
    { key: "account", head: t("money.account"), cell: ({ account }) => t(`money.account.${account}`) },
    {
      key: "balance",
      head: t("money.balance"),
      number: true,
      cell: ({ account, line }) => <MoneyText amount={signed(account, line.balance)} />,
    },
    {
      key: "today",
      head: t("money.today"),
      number: true,
      wide: true,
      cell: ({ account, line }) =>
        isZero(line.today) ? (
          <span className="quiet">–</span>
        ) : (
          <MoneyText amount={signed(account, line.today)} />
        ),
    },
  ];
}

function Agreement({ report }: { report: MoneyReport }) {
  const t = useWords("money");
  const f = useFormat();
  const zone = useZone();
  const { isBalanced, drifting, review, waiting, waitingSince } = report;
  return (
    <>
      {isBalanced ? (
        <Banner tone="done">{t("money.balanced")}</Banner>
      ) : (
        <Banner tone="trouble">{t("money.drifting", { n: drifting })}</Banner>
      )}
      {review > 0 && <Banner tone="trouble">{t("money.review", { n: review })}</Banner>}
      {waiting > 0 && (
        <Banner>
          {t("money.waiting", { n: waiting, time: waitingSince === null ? "" : f.time(waitingSince, zone) })}
        </Banner>
      )}
    </>
  );
}
