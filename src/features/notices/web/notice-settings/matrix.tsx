/* oxlint-disable react/no-unstable-nested-components -- cells are functions, not components */
import { useField, type Form } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { Checkbox } from "#web/ui/choice.tsx";
import { Table } from "#web/ui/table.tsx";
import { AUDIENCES, type Audience, CHOSEN_NOTICES, type ChosenNotice, WAYS } from "../../domain/notices.ts";
import { isOffered } from "../../domain/settings.ts";
import type { RulesText } from "./rules-text.ts";

interface MatrixProps {
  readonly form: Form<RulesText>;
}

/** Each notice with the ways by which each of them hears of it. */
export function Matrix({ form }: MatrixProps) {
  const t = useWords("notice-settings");
  const notices = useWords("notices");
  return (
    <Table
      caption={t("rules.title")}
      rows={CHOSEN_NOTICES}
      rowKey={(notice) => notice}
      columns={[
        { key: "notice", head: t("rules.notice"), cell: (notice) => notices(`notice.${notice}`) },
        ...AUDIENCES.map((audience) => ({
          key: audience,
          head: notices(`audience.${audience}`),
          cell: (notice: ChosenNotice) => <Cell form={form} notice={notice} audience={audience} />,
        })),
      ]}
    />
  );
}

interface CellProps extends MatrixProps {
  readonly notice: ChosenNotice;
  readonly audience: Audience;
}

function Cell({ form, notice, audience }: CellProps) {
  const t = useWords("notice-settings");
  const words = useWords("notices");
  const { value, onChange, error } = useField(form, `tells.${notice}.${audience}`, words(`notice.${notice}`));
  return (
    <div className="notice-ways">
      <span className="notice-ways-of quiet small">{words(`audience.${audience}`)}</span>
      {WAYS.map((way) =>
        isOffered(notice, audience, way) ? (
          <Checkbox
            key={way}
            checked={value.includes(way)}
            onChange={(isOn) => onChange(WAYS.filter((one) => (one === way ? isOn : value.includes(one))))}
            {...(error !== undefined && { error })}
            label={
              <>
                {words(`way.${way}`)}
                <span className="hidden-text">
                  {`: ${words(`notice.${notice}`)}, ${words(`audience.${audience}`)}`}
                </span>
              </>
            }
          />
        ) : way === "push" ? null : (
          <span key={way} className="quiet small">
            {t("rules.own-mail")}
          </span>
        ),
      )}
    </div>
  );
}
