import { NATIVE_NAMES } from "../i18n/locales.ts";
import { chooseAndStoreLocale, useLocale, useWords } from "../i18n/words.ts";
import { reportMissingCode } from "../offline/code-missing.ts";
import { useOffered } from "../session/config.ts";
import { Menu, type MenuItem } from "../ui/menu.tsx";
import { setLooks, THEMES, useLooks } from "./settings.ts";

/** Language, light or dark, contrast: in reach on every page. */
export function LooksMenu() {
  const t = useWords("hall");
  const locale = useLocale();
  const offered = useOffered();
  const { theme, contrast } = useLooks();
  const items: MenuItem[] = [
    ...offered.map((choice, at) => ({
      label: NATIVE_NAMES[choice],
      checked: choice === locale,
      onSelect: () => void chooseAndStoreLocale(choice).catch(reportMissingCode),
      ...(at === 0 && { group: t("looks.language") }),
    })),
    ...THEMES.map((choice, at) => ({
      label: t(`looks.${choice}`),
      checked: choice === theme,
      onSelect: () => setLooks({ theme: choice }),
      ...(at === 0 && { group: t("looks.theme") }),
    })),
    {
      label: t("looks.contrast"),
      checked: contrast === "more",
      onSelect: () => setLooks({ contrast: contrast === "more" ? "system" : "more" }),
      group: true,
    },
  ];
  return <Menu iconOnly icon="language" label={t("looks.title")} items={items} />;
}
