import { isLocale } from "#kernel/locale.ts";
import { NATIVE_NAMES } from "../i18n/locales.ts";
import { chooseAndStoreLocale, useLocale, useWords } from "../i18n/words.ts";
import { reportMissingCode } from "../offline/code-missing.ts";
import { useOffered } from "../session/config.ts";
import { Icon } from "../ui/icon.tsx";

/** The language as a plain select: no menu code to fetch. */
export function LanguageSelect() {
  const t = useWords("hall");
  return (
    <span className="plain-select">
      <select
        aria-label={t("looks.language")}
        value={useLocale()}
        onChange={({ target }) => {
          if (isLocale(target.value)) chooseAndStoreLocale(target.value).catch(reportMissingCode);
        }}
      >
        {useOffered().map((choice) => (
          <option key={choice} value={choice} lang={choice}>
            {NATIVE_NAMES[choice]}
          </option>
        ))}
      </select>
      <Icon name="down" size="small" />
    </span>
  );
}
