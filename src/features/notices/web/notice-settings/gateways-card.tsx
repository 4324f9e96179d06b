import { intlTag } from "#kernel/locale.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useLocale, useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Card } from "#web/ui/card.tsx";
import { Fact, Facts } from "#web/ui/list.tsx";
import { StatusChip } from "#web/ui/status.tsx";
import type { Gateway, NoticeSettings } from "../../contract/api.ts";
import { WORDED_WAYS } from "../../domain/notices.ts";

/** By what messages leave, so far as it is no secret, and what the text messages of this month cost. */
export function GatewaysCard({ settings }: { readonly settings: NoticeSettings }) {
  const t = useWords("notice-settings");
  const words = useWords("notices");
  const f = useFormat();
  const locale = useLocale();
  const zone = useZone();
  const { spent, gateways, currency } = settings;
  const cost = new Intl.NumberFormat(intlTag(locale), {
    style: "currency",
    currency,
    maximumFractionDigits: 4,
  }).format(spent.costMicros / 1_000_000);
  return (
    <Card title={t("gateways.title")}>
      <div className="notice-gateways">
        {WORDED_WAYS.map((way) => (
          <section key={way} className="stack gap-2">
            <h3 className="title">{words(`way.${way}`)}</h3>
            <GatewayState way={way} gateway={gateways[way]} />
          </section>
        ))}
        <section className="stack gap-2">
          <h3 className="title">{t("spent.title", { since: f.date(spent.since, zone) })}</h3>
          <Facts>
            <Fact name={t("spent.messages")}>{f.number(spent.messages)}</Fact>
            <Fact name={t("spent.parts")}>{f.number(spent.parts)}</Fact>
            <Fact name={t("spent.cost")} strong>
              {cost}
            </Fact>
          </Facts>
        </section>
      </div>
    </Card>
  );
}

function GatewayState({ way, gateway }: { readonly way: "mail" | "sms"; readonly gateway: Gateway }) {
  const t = useWords("notice-settings");
  const { leaves, host, from, knowsIds } = gateway;
  return (
    <>
      <div>
        <StatusChip tone={leaves ? "done" : "waiting"} icon={leaves ? "check-circle" : "pause"}>
          {leaves ? t("gateways.on") : t("gateways.off")}
        </StatusChip>
      </div>
      {leaves ? (
        <Facts>
          <Fact name={t("gateways.host")}>
            <bdi dir="ltr">{host ?? "–"}</bdi>
          </Fact>
          <Fact name={t("gateways.from")}>
            <bdi dir="ltr">{from ?? "–"}</bdi>
          </Fact>
        </Facts>
      ) : (
        <p className="quiet small">{t(`gateways.off-${way}`)}</p>
      )}
      {leaves && !knowsIds && <p className="quiet small">{t("gateways.no-ids")}</p>}
    </>
  );
}
