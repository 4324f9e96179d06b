import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { MoneyText } from "#web/ui/figures.tsx";
import { List } from "#web/ui/list.tsx";
import { type Look, StatusChip } from "#web/ui/status.tsx";
import type { PaymentTrace } from "../../contract/trace.ts";
import { ProviderWord } from "./provider-word.tsx";
import { TracePart } from "./trace-part.tsx";

type Operation = PaymentTrace["operations"][number];

const OPERATION_LOOK = {
  pending: { tone: "waiting", icon: "clock" },
  sent: { tone: "moving", icon: "clock" },
  done: { tone: "done", icon: "check-circle" },
  failed: { tone: "ended", icon: "close" },
  review: { tone: "trouble", icon: "error" },
} as const satisfies Record<Operation["state"], Look>;

/** Provider calls, and the ledger entries of each change. */
export function TraceBooks({ trace: { operations, entries } }: { trace: PaymentTrace }) {
  const t = useWords("money");
  const f = useFormat();
  const zone = useZone();
  return (
    <>
      <TracePart title={t("trace.calls")} isEmpty={operations.length === 0}>
        <List label={t("trace.calls")}>
          {operations.map((operation) => (
            <TraceOperation key={operation.id} operation={operation} />
          ))}
        </List>
      </TracePart>
      <TracePart title={t("trace.entries")} isEmpty={entries.length === 0}>
        <List label={t("trace.entries")}>
          {entries.map(({ version, at, lines }) => (
            <li className="trace-row" key={version}>
              <span className="quiet small">{f.dateTime(at, zone)}</span>
              {lines.map(({ account, amount }) => (
                <span className="trace-head" key={account}>
                  <span>{t(`money.account.${account}`)}</span>
                  <MoneyText amount={amount} />
                </span>
              ))}
            </li>
          ))}
        </List>
      </TracePart>
    </>
  );
}

function TraceOperation({ operation }: { operation: Operation }) {
  const t = useWords("money");
  const f = useFormat();
  const zone = useZone();
  const { kind, state, amount, sends, answer, createdAt } = operation;
  return (
    <li className="trace-row">
      <span className="trace-head">
        <span className="strong">{t(`trace.call.${kind}`)}</span>
        {amount !== null && <MoneyText amount={amount} />}
      </span>
      <span className="trace-head">
        <StatusChip {...OPERATION_LOOK[state]}>{t(`trace.state.${state}`)}</StatusChip>
        <span className="quiet small">{t("trace.sends", { n: sends })}</span>
      </span>
      <span className="quiet small">
        {f.dateTime(createdAt, zone)}
        {answer !== null && answer !== "ok" && (
          <>
            {" · "}
            <ProviderWord word={answer} group="told" />
          </>
        )}
      </span>
    </li>
  );
}
