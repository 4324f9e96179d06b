import { Wordmark } from "../ui/mark.tsx";
import { useWords } from "../i18n/words.ts";
import { OptionalPart } from "./optional-part.tsx";
import { StatusLights } from "./status-lights.tsx";
import { LooksMenu } from "./looks-menu.tsx";
import { UserMenu } from "./session/user-menu.tsx";

/** The bar on top: the mark, what is wrong right now, language and looks, and who is signed in. */
export function AppBar({ place }: { place: string }) {
  const t = useWords("hall");
  return (
    <header className="app-bar">
      <a href="/" className="home" aria-label={t("shell.home")}>
        <Wordmark />
      </a>
      <OptionalPart place={place}>
        <StatusLights />
      </OptionalPart>
      <span className="app-bar-end">
        <OptionalPart place={place}>
          <LooksMenu />
        </OptionalPart>
        <OptionalPart place={place}>
          <UserMenu />
        </OptionalPart>
      </span>
    </header>
  );
}
