import { maybeWord, useWords } from "../i18n/words.ts";
import { useSession, rolesOf } from "../session/session.ts";
import { Icon } from "../ui/icon.tsx";
import { Menu } from "../ui/menu.tsx";
import { useNavWords } from "./nav-words.ts";
import { usePlacesFor } from "./places.ts";

/** A phone's bar holds five; with more places the last of the five is a menu with the rest. */
const ON_A_PHONE = 5;

/** Places from this order on are settings, which the rail keeps apart. */
const SETTINGS_FROM = 60;

/** Rail on a wide screen, bar at the bottom of a phone: the places that this person may go to. */
export function Nav({ path }: { path: string }) {
  const t = useWords("hall");
  const places = usePlacesFor(rolesOf(useSession()));
  useNavWords(places);
  // No link stands before its name is there.
  const entries = places.flatMap(({ room, path: at, nav }) => {
    const label = maybeWord(room, nav?.label ?? "");
    return nav && label ? [{ href: at, icon: nav.icon, label, order: nav.order }] : [];
  });
  // Its room is kept while its names come, so that the page does not move.
  if (entries.length < 2) return places[1] && <div className="nav" />;
  const here = entries
    .map(({ href }) => href)
    .filter((at) => `${path}/`.startsWith(`${at}/`))
    .toSorted((a, b) => b.length - a.length)[0];
  const rest = entries.slice(ON_A_PHONE - 1);
  return (
    <nav className="nav" aria-label={t("shell.nav")}>
      {entries.map(({ href, icon, label, order }) => (
        <a
          key={href}
          href={href}
          className={`nav-item${order < SETTINGS_FROM ? "" : " nav-setting"}`}
          aria-current={href === here ? "page" : undefined}
        >
          <span className="nav-icon">
            <Icon name={icon} />
          </span>
          <span className="nav-label">{label}</span>
        </a>
      ))}
      {rest.length > 1 && (
        <span
          className="nav-item nav-more"
          aria-current={rest.some(({ href }) => href === here) || undefined}
        >
          <Menu label={t("shell.more")} icon="more" items={rest} />
        </span>
      )}
    </nav>
  );
}
