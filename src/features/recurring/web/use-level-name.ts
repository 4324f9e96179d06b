import { wordLocale } from "#kernel/locale.ts";
import { nameOfLevel, type ServiceLevel } from "#features/quotes/domain/service-levels.ts";
import { useLocale, useWords } from "#web/i18n/words.ts";
import { RECURRING_LEVELS } from "../domain/occurrence.ts";
import { useLevels } from "./use-recurring.ts";

/** Names of levels as a standing order says them, which is read on other days, too: neither today nor tomorrow. */
export function useLevelName(): (code: ServiceLevel) => string {
  const t = useWords("recurring");
  const locale = wordLocale(useLocale());
  const { data } = useLevels();
  return (code) => {
    const builtIn = RECURRING_LEVELS.find((one) => one === code);
    const level = data?.levels.find((one) => one.code === code);
    return nameOfLevel(level, locale, builtIn && t(`any-day.${builtIn}`)) ?? code;
  };
}
