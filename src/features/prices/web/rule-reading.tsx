import { useSyncExternalStore } from "react";
import { useFormat } from "#web/i18n/format.ts";
import { useLocale, useWords } from "#web/i18n/words.ts";
import { useLevelNames } from "#features/quotes/web/public-parts.ts";
import { ruleSchema } from "./read-rule.ts";
import type { RuleForm } from "./rule-text.ts";
import { sentenceOf } from "./rule-words.ts";
import { useZoneNames } from "./use-zone-names.ts";

/** The rule in a sentence, as typed so far; renders nothing while it cannot be read. */
export function RuleReading({
  form,
  currency,
  digits,
}: {
  form: RuleForm;
  currency: string;
  digits: number;
}) {
  const t = useWords("prices");
  const f = useFormat();
  const locale = useLocale();
  const zones = useZoneNames();
  const { nameOf: levelName } = useLevelNames();
  const text = useSyncExternalStore(form.subscribe, form.values);
  const read = ruleSchema("new", digits).safeParse({ ...text, title: text.title.trim() || t("rule.title") });
  return (
    <p className="rule-reading" aria-live="polite">
      <span className="quiet small">{t("rule.reads")}</span>
      <span>
        {read.success
          ? sentenceOf(read.data, { t, f, currency, zones, levelName }, locale)
          : t("rule.unfinished")}
      </span>
    </p>
  );
}
