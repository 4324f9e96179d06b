import { isZero, money } from "#kernel/money.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Banner } from "#web/ui/banner.tsx";
import { MoneyText } from "#web/ui/figures.tsx";
import type { MoneyReport } from "../../contract/money.ts";

/** Figures of the ledger and their accounts. The ledger's debits are positive: income is negated. */
const SHOWN = [
  { account: "holds", sign: 1 },
  { account: "provider", sign: 1 },
  { account: "revenue", sign: -1 },
  { account: "tax", sign: -1 },
  { account: "refunds", sign: 1 },
] as const;

/** Shown where something stands on them. */
const RARE = [
  { account: "bank", sign: -1 },
  { account: "disputes", sign: 1 },
  { account: "losses", sign: 1 },
  { account: "writeoffs", sign: 1 },
  { account: "fees", sign: 1 },
  { account: "receivable", sign: 1 },
  { account: "received", sign: 1 },
] as const;
type Line = MoneyReport["accounts"][number];
const isUsed = ({ balance, today }: Line): boolean => !isZero(balance) || !isZero(today);

/** Each account's standing and today's movement, and one line that says whether the books agree. */
export function MoneyBooks({ report }: { report: MoneyReport }) {
  const t = useWords("money");
  return (
    <section className="money-books" aria-labelledby="money-books">
      <h2 className="title" id="money-books">
        {t("money.books")}
      </h2>
      <Agreement report={report} />
      <dl className="money-accounts">
        {[...SHOWN, ...RARE].flatMap(({ account, sign }) =>
          report.accounts
            .filter((line) => line.account === account)
            .filter((line) => SHOWN.some((one) => one.account === account) || isUsed(line))
            .map(({ balance, today }) => (
              <div className="money-account" key={`${account} ${balance.currency}`}>
                <dt>{t(`money.account.${account}`)}</dt>
                <dd className="money-balance">
                  <MoneyText amount={money(sign * balance.minor, balance.currency)} strong />
                </dd>
                <dd className="quiet small">
                  {t("money.today")} <MoneyText amount={money(sign * today.minor, today.currency)} />
                </dd>
              </div>
            )),
        )}
      </dl>
    </section>
  );
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
