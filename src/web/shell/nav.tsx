import { maybeWord, useWords } from "../i18n/words.ts";
import { useSession, rolesOf } from "../session/session.ts";
import { Icon } from "../ui/icon.tsx";
import { Menu } from "../ui/menu.tsx";
import type { AnyPage } from "./pages.ts";
import { useNavWords } from "./nav-words.ts";
import { isPlaceFor } from "./places.ts";

/** A phone's bar holds five; with more places the last of the five is a menu with the rest. */
const ON_A_PHONE = 5;

/** Rail on a wide screen, bar at the bottom of a phone: the places that this person may go to. */
export function Nav({ pages, path }: { pages: readonly AnyPage[]; path: string }) {
  const t = useWords("hall");
  const roles = rolesOf(useSession());
  const entries = pages
    .filter((page) => isPlaceFor(page, roles))
    .toSorted((a, b) => (a.nav?.order ?? 0) - (b.nav?.order ?? 0));
  useNavWords(entries);
  if (entries.length < 2) return null;
  const here = entries
    .map((page) => page.path)
    .filter((at) => path === at || path.startsWith(`${at}/`))
    .toSorted((a, b) => b.length - a.length)[0];
  const label = (page: AnyPage) => maybeWord(page.room, page.nav?.label ?? "");
  const rest = entries.length > ON_A_PHONE ? entries.slice(ON_A_PHONE - 1) : [];
  return (
    <nav className="nav" aria-label={t("shell.nav")}>
      {entries.map((page) => (
        <a
          key={page.path}
          href={page.path}
          className="nav-item"
          aria-current={page.path === here ? "page" : undefined}
        >
          <span className="nav-icon">{page.nav && <Icon name={page.nav.icon} />}</span>
          <span className="nav-label">{label(page)}</span>
        </a>
      ))}
      {rest.length > 0 && (
        <span
          className="nav-item nav-more"
          aria-current={rest.some(({ path: at }) => at === here) || undefined}
        >
          <Menu
            label={t("shell.more")}
            icon="more"
            items={rest.map((page) => ({
              label: label(page) ?? "",
              href: page.path,
              ...(page.nav && { icon: page.nav.icon }),
            }))}
          />
        </span>
      )}
    </nav>
  );
}
