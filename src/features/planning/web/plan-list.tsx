import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { List, ListItem } from "#web/ui/list.tsx";
import { Select } from "#web/ui/select.tsx";
import type { PlanLine } from "../contract/plans.ts";

export interface PlanListProps {
  plans: readonly PlanLine[];
  zone: string;
  shown: string;
  compared: string;
  onShow: (id: string) => void;
  onCompare: (id: string) => void;
  /** Reads earlier ones; absent where there are none. */
  onMore: (() => void) | undefined;
}

const NOBODY = "-";

/** Plans of a day, and the choice of one to compare with. */
export function PlanList({ plans, zone, shown, compared, onShow, onCompare, onMore }: PlanListProps) {
  const t = useWords("planning");
  const format = useFormat();
  const titleOf = (plan: PlanLine): string =>
    `${t(`state.${plan.state}`)} · ${t("result.by", {
      name: plan.askedBy ?? t("conflict.somebody"),
      ago: format.dateTime(plan.askedAt, zone),
    })}`;
  const others = plans.filter(({ id, after }) => id !== shown && after !== null);
  return (
    <section className="stack gap-3" aria-label={t("list.title")}>
      <h2 className="title">{t("list.title")}</h2>
      {plans.length === 0 ? (
        <p className="quiet">{t("list.empty")}</p>
      ) : (
        <List label={t("list.title")}>
          {plans.map((plan) => (
            <ListItem
              key={plan.id}
              title={titleOf(plan)}
              detail={
                plan.after && t("list.line", { time: format.duration(plan.after.seconds), n: plan.moved })
              }
              selected={plan.id === shown}
              onClick={() => onShow(plan.id)}
            />
          ))}
        </List>
      )}
      {onMore && (
        <Button variant="text" onClick={onMore}>
          {t("list.more")}
        </Button>
      )}
      {others.length > 0 && shown !== "" && (
        <Select
          label={t("compare.with")}
          value={others.some(({ id }) => id === compared) ? compared : NOBODY}
          onChange={(id) => onCompare(id === NOBODY ? "" : id)}
          options={[
            { value: NOBODY, label: t("compare.none") },
            ...others.map((plan) => ({ value: plan.id, label: titleOf(plan) })),
          ]}
        />
      )}
    </section>
  );
}
