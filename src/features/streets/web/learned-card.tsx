import type { ReplyOf } from "#contract/endpoint.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Card } from "#web/ui/card.tsx";
import { Fact, Facts } from "#web/ui/list.tsx";
import type { streetsApi } from "../contract/api.ts";

/** Shows how couriers' own ways compare with the map's speeds. */
export function LearnedCard({ learned }: Pick<ReplyOf<typeof streetsApi.readRoads>, "learned">) {
  const t = useWords("streets");
  const f = useFormat();
  return (
    <Card title={t("learned.title")}>
      {learned.length === 0 && <p className="quiet">{t("learned.none")}</p>}
      <Facts>
        {learned.map(({ profile, class: kind, factor, legs }) => (
          <Fact key={`${profile} ${kind}`} name={`${t(`profile.${profile}`)} · ${t(`class.${kind}`)}`}>
            {t("learned.factor", { percent: f.number(Math.round(factor * 100)), legs })}
          </Fact>
        ))}
      </Facts>
    </Card>
  );
}
