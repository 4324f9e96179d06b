// The window of the gallery of payment problems: every row as it is shown, with its real words, all on one page.
import { createRoot } from "react-dom/client";
import {
  BLOCKING,
  PAYMENT_PROBLEMS,
  type PaymentProblem,
} from "#features/payments/contract/payment-problems.ts";
import { MoneyBadge } from "#features/payments/web/money-badge.tsx";
import { ProblemNote, type WayActions } from "#features/payments/web/problem-note.tsx";
import { ScriptFailure, ScriptLoading } from "#features/checkout/web/script-messages.tsx";
import { PROBLEM_OF_SCRIPT } from "#features/checkout/web/problem-of.ts";
import { WaitNote } from "#features/checkout/web/wait-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { setLocale, startWords } from "#web/i18n/words.ts";
import { isLocale } from "#kernel/locale.ts";
import { Card } from "#web/ui/card.tsx";

const idle = (): void => undefined;

/** Every way that a row offers, as if the page had it. */
const allWays = (row: PaymentProblem): WayActions => Object.fromEntries(row.ways.map((way) => [way, idle]));

const REASONS = Object.entries(PROBLEM_OF_SCRIPT).map(([reason, code]) => ({
  // Safe: the keys of the table above.
  reason: reason as keyof typeof PROBLEM_OF_SCRIPT,
  code,
}));

function ShownProblem({ row }: { row: PaymentProblem }) {
  const format = useFormat();
  const ways = allWays(row);
  if (row.code === "element.slow") return <ScriptLoading offline={false} ways={ways} />;
  if (row.code === "script.offline") return <ScriptLoading offline />;
  if (row.code === "rate.limited") return <WaitNote seconds={42} ways={ways} />;
  const failure = REASONS.find(({ code }) => code === row.code);
  if (failure) return <ScriptFailure reason={failure.reason} onRetry={idle} ways={ways} />;
  const facts = {
    n: 42,
    amount: format.money({ minor: 1_190, currency: "EUR" }),
    before: format.money({ minor: 1_190, currency: "EUR" }),
    after: format.money({ minor: 1_310, currency: "EUR" }),
    date: format.dateTime("2026-11-28T12:30:00Z", "Europe/Berlin"),
  };
  const badge = BLOCKING.find((code) => code === row.code);
  return (
    <>
      {badge && (
        <p>
          <MoneyBadge code={badge} />
        </p>
      )}
      <ProblemNote code={row.code} facts={facts} ways={ways} />
    </>
  );
}

function Gallery() {
  return (
    <main className="stack gap-4">
      <h1 className="title-large">
        <bdi dir="ltr">{"payments"}</bdi>
      </h1>
      {[PAYMENT_PROBLEMS.slice(0, 26), PAYMENT_PROBLEMS.slice(26)].map((half) => (
        <div key={half[0]?.code} className="stack gap-4" data-half>
          {half.map((row) => (
            <section key={row.code} data-row={row.code} aria-label={row.code}>
              <Card title={`${row.number} ${row.code}`}>
                <div className="pay">
                  <ShownProblem row={row} />
                </div>
              </Card>
            </section>
          ))}
        </div>
      ))}
    </main>
  );
}

const wanted = new URLSearchParams(location.search).get("locale");
await startWords("hall", "payments");
await setLocale(isLocale(wanted) ? wanted : "en");
const place = document.getElementById("app");
if (!place) throw new Error("index.html has no #app");
createRoot(place).render(<Gallery />);
