import { useWords } from "../i18n/words.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { useIsDemo } from "../session/config.ts";
import { openNewest, useUpdate } from "./update.ts";

/** Says on every page that this is a demo. */
export function DemoStrip() {
  const t = useWords("hall");
  return useIsDemo() ? (
    <aside className="demo-strip" aria-label={t("shell.demo-name")}>
      {t("shell.demo")}
    </aside>
  ) : null;
}

/** Says that a newer version is there, without interrupting. */
export function UpdateNotice({ isAlone = false }: { isAlone?: boolean }) {
  const t = useWords("hall");
  const { isThere, isHeld } = useUpdate(isAlone);
  if (!isThere) return null;
  if (isHeld) return <Banner>{t("update.after-stop")}</Banner>;
  const reload = (
    <Button variant="text" onClick={openNewest}>
      {t("update.reload")}
    </Button>
  );
  return <Banner actions={reload}>{t("update.notice")}</Banner>;
}
