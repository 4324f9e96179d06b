import "./track-shell.css";
import type { ReactNode } from "react";
import { type Locale, PAGE_LANGUAGE, directionOf } from "#kernel/locale.ts";
import { NATIVE_NAMES } from "#web/i18n/locales.ts";
import { useLocale, useWords } from "#web/i18n/words.ts";
import { UpdateNotice } from "#web/shell/notices.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Wordmark } from "#web/ui/mark.tsx";

interface TrackShellProps {
  readonly locales: readonly Locale[];
  readonly isDemo: boolean;
  readonly children: ReactNode;
}

/** Bar and frame of the page. Nothing of it needs a script. */
export function TrackShell({ locales, isDemo, children }: TrackShellProps) {
  const t = useWords("hall");
  return (
    <div className="shell shell-public">
      <a className="skip" href="#main">
        {t("shell.skip")}
      </a>
      {isDemo && (
        <aside className="demo-strip" aria-label={t("shell.demo-name")}>
          {t("shell.demo")}
        </aside>
      )}
      <header className="app-bar">
        <a href="/" className="home" aria-label={t("shell.home")}>
          <Wordmark />
        </a>
        <span className="app-bar-end">
          <Languages locales={locales} />
        </span>
      </header>
      <main id="main" tabIndex={-1}>
        <UpdateNotice isAlone />
        {children}
      </main>
    </div>
  );
}

/** Each other language is a link to this page in it; the server remembers the choice. */
function Languages({ locales }: { locales: readonly Locale[] }) {
  const t = useWords("hall");
  const current = useLocale();
  const others = locales.filter((one) => one !== current);
  if (others.length === 0) return null;
  return (
    <details className="track-languages">
      <summary>
        <span className="hidden-text">{t("looks.language")} </span>
        {NATIVE_NAMES[current]}
        <Icon name="down" size="small" />
      </summary>
      <ul>
        {others.map((one) => (
          <li key={one}>
            <a href={`?${PAGE_LANGUAGE}=${one}`} lang={one} hrefLang={one} dir={directionOf(one)}>
              {NATIVE_NAMES[one]}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
