import { useQuery } from "@tanstack/react-query";
import { isZero } from "#kernel/money.ts";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Banner } from "#web/ui/banner.tsx";
import { MoneyText } from "#web/ui/figures.tsx";
import { type BalanceReport, balanceApi } from "../contract/balance.ts";
import { READ_EVERY } from "./read-every.ts";

/** In the order in which they sum up; those of the second kind where something stands on them. */
const SHOWN = [
  ["taken", "taken"],
  ["givenBack", "given-back"],
  ["disputed", "disputed"],
  ["fees", "fees"],
  ["others", "others"],
  ["paidOut", "paid-out"],
  ["there", "there"],
  ["onItsWay", "on-its-way"],
  ["ledger", "ledger"],
] as const;
const RARE: ReadonlySet<string> = new Set(["disputed", "others", "onItsWay"]);

/** What the provider keeps for us by its own list, and whether the books agree; nothing where nobody paid by card. */
export function MoneyBalance() {
  const t = useWords("money");
  const {
    data: report,
    error,
    refetch,
  } = useQuery({
    queryKey: ["money", "balance"],
    queryFn: ({ signal }) => call(balanceApi.readBalance, {}, { signal }),
    refetchInterval: READ_EVERY.everyMs,
  });
  if (report?.state === "none") return null;
  return (
    <section className="money-books" aria-labelledby="money-balance">
      <h2 className="title" id="money-balance">
        {t("balance.title")}
      </h2>
      <RefusalNote error={error} onRetry={() => void refetch()} />
      {report && <Verdict report={report} />}
      {report?.lines.map((line) => (
        <dl className="money-accounts" key={line.there.currency}>
          {SHOWN.filter(([name]) => !RARE.has(name) || !isZero(line[name])).map(([name, word]) => (
            <div className="money-account" key={name}>
              <dt>{t(`balance.${word}`)}</dt>
              <dd className="money-balance">
                <MoneyText amount={line[name]} strong />
              </dd>
            </div>
          ))}
        </dl>
      ))}
      {report && report.notOurs > 0 && (
        <p className="quiet small">{t("balance.not-ours", { n: report.notOurs })}</p>
      )}
    </section>
  );
}

function Verdict({ report: { state, readAt, isEqual } }: { report: BalanceReport }) {
  const t = useWords("money");
  const f = useFormat();
  const zone = useZone();
  if (state === "not-asked") return <Banner tone="trouble">{t("balance.not-asked")}</Banner>;
  if (state !== "read" || readAt === null) return <Banner>{t("balance.not-yet")}</Banner>;
  if (!isEqual) return <Banner tone="trouble">{t("balance.differs")}</Banner>;
  return (
    <Banner tone="done">
      {t("balance.equal", { time: `${f.day(readAt, zone)} ${f.time(readAt, zone)}` })}
    </Banner>
  );
}
