import { type ReactNode, Suspense } from "react";
import { useWords } from "../i18n/words.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { Wordmark } from "../ui/mark.tsx";
import { LanguageSelect } from "./language-select.tsx";
import { DemoStrip, UpdateNotice } from "./notices.tsx";

/** Bar and notices for a page that lives alone; `above` stands over its bar. */
export function SmallShell({ children, above }: { children: ReactNode; above?: ReactNode }) {
  const t = useWords("hall");
  return (
    <div className="shell shell-public">
      <a className="skip" href="#main">
        {t("shell.skip")}
      </a>
      <DemoStrip />
      {above}
      <header className="app-bar">
        <a href="/" className="home" aria-label={t("shell.home")}>
          <Wordmark />
        </a>
        <span className="app-bar-end">
          <LanguageSelect />
        </span>
      </header>
      <main id="main" tabIndex={-1}>
        <UpdateNotice isAlone />
        <Suspense fallback={<Skeleton lines={6} />}>{children}</Suspense>
      </main>
    </div>
  );
}
