import { Wordmark } from "../ui/mark.tsx";
import { useWords } from "../i18n/words.ts";
import { StatusLights } from "./status-lights.tsx";
import { LooksMenu } from "./looks-menu.tsx";
import { UserMenu } from "./session/user-menu.tsx";

/** The bar on top: the mark, what is wrong right now, language and looks, and who is signed in. */
export function AppBar() {
  const t = useWords("hall");
  return (
    <header className="app-bar">
      <a href="/" className="home" aria-label={t("shell.home")}>
        <Wordmark />
      </a>
      <StatusLights />
      <span className="app-bar-end">
        <LooksMenu />
        <UserMenu />
      </span>
    </header>
  );
}
