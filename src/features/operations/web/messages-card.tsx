import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Card } from "#web/ui/card.tsx";
import { useMoment } from "#web/ui/facts/moment.tsx";
import { TableFrame } from "#web/ui/table.tsx";
import type { Operations } from "../contract/api.ts";

/** How the sending of messages goes: what is due and not sent, and what went astray on the last day. */
export function MessagesCard({ messages }: Pick<Operations, "messages">) {
  const t = useWords("operations");
  const format = useFormat();
  const moment = useMoment();
  const isAstray = messages.some(({ failed, unsure }) => failed + unsure > 0);
  return (
    <Card title={t("messages")}>
      <TableFrame caption={t("messages")}>
        <table className="table">
          <caption className="hidden-text">{t("messages")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("messages.way")}</th>
              <th scope="col" className="number">
                {t("messages.due")}
              </th>
              <th scope="col">{t("messages.oldest")}</th>
              <th scope="col" className="number">
                {t("messages.failed")}
              </th>
              <th scope="col" className="number">
                {t("messages.unsure")}
              </th>
            </tr>
          </thead>
          <tbody>
            {messages.map(({ way, due, oldest, failed, unsure }) => (
              <tr key={way} data-testid={`messages-${way}`}>
                <th scope="row">{t(`way.${way}`)}</th>
                <td className="number">{format.number(due)}</td>
                <td>{oldest === null ? t("none") : moment(oldest)}</td>
                <td className="number">{format.number(failed)}</td>
                <td className="number">{format.number(unsure)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      {isAstray && <p className="quiet">{t("messages.cure")}</p>}
    </Card>
  );
}
