import { StatusLine } from "#features/courier/web/public.ts";
import { useWords } from "#web/i18n/words.ts";
import { install, useInstallWay } from "#web/install/install-way.ts";
import "#web/install/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { IosGuide } from "./ios-guide.tsx";

/** Reasons for the home screen, and the way there in this browser. */
export function InstallPage() {
  const name = useWords("courier-phone");
  const t = useWords("install");
  const way = useInstallWay();
  return (
    <article className="courier-page stack gap-4">
      <PageHeader back="/c" title={name("install.title")} />
      <StatusLine />
      {way === "done" ? <Banner tone="done">{t("guide.done")}</Banner> : <p>{t("guide.why")}</p>}
      {way === "menu" && <Banner icon="menu">{t("guide.menu")}</Banner>}
      {way === "ios" && (
        <>
          <p>{t("guide.ios-why")}</p>
          <Banner tone="warning">{t("guide.ios-first")}</Banner>
          <IosGuide />
        </>
      )}
      {way === "prompt" && (
        <footer className="courier-actions">
          <Button size="large" variant="filled" full icon="phone" onClick={() => void install()}>
            {t("guide.now")}
          </Button>
        </footer>
      )}
    </article>
  );
}
