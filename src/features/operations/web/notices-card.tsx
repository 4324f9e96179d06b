import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Card } from "#web/ui/card.tsx";
import { useMoment } from "#web/ui/facts/moment.tsx";
import { TableFrame } from "#web/ui/table.tsx";
import type { Operations } from "../contract/api.ts";

/** Notices to people: what is not sent yet, and what failed or may have on the last day. */
export function NoticesCard({ notices }: Pick<Operations, "notices">) {
  const t = useWords("operations");
  const n = useWords("notices");
  const format = useFormat();
  const moment = useMoment();
  const isAstray = notices.some(({ failed, unsure }) => failed + unsure > 0);
  return (
    <Card title={t("notices")}>
      <TableFrame caption={t("notices")}>
        <table className="table">
          <caption className="hidden-text">{t("notices")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("notices.way")}</th>
              <th scope="col" className="number">
                {t("notices.due")}
              </th>
              <th scope="col">{t("notices.oldest")}</th>
              <th scope="col" className="number">
                {t("notices.failed")}
              </th>
              <th scope="col" className="number">
                {t("notices.unsure")}
              </th>
            </tr>
          </thead>
          <tbody>
            {notices.map(({ way, due, oldest, failed, unsure }) => (
              <tr key={way} data-testid={`notices-${way}`}>
                <th scope="row">{n(`way.${way}`)}</th>
                <td className="number">{format.number(due)}</td>
                <td>{oldest === null ? t("none") : moment(oldest)}</td>
                <td className="number">{format.number(failed)}</td>
                <td className="number">{format.number(unsure)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      {isAstray && <p className="quiet">{t("notices.cure")}</p>}
    </Card>
  );
}
