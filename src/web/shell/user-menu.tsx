import type { Role } from "#kernel/actor.ts";
import { useWords } from "../i18n/words.ts";
import { login, logout, useSession } from "../session/session.ts";
import { Button } from "../ui/button.tsx";
import { Menu, type MenuItem } from "../ui/menu.tsx";
import { showSnack } from "../ui/snackbar.tsx";
import { useAuthText } from "../session/auth-text.ts";

/** Who is signed in and as what; the way to the account and out. */
export function UserMenu() {
  const t = useWords("hall");
  const session = useSession();
  const describe = useAuthText();
  if (session.kind === "signing-in") return null;
  if (session.kind === "signed-out") {
    const start = () =>
      login().catch((error: unknown) => showSnack({ text: describe(error), tone: "trouble" }));
    return (
      <Button variant="outlined" size="small" onClick={() => void start()}>
        {t("session.sign-in")}
      </Button>
    );
  }
  const roleWord = (role: Role) => t(`role.${role}`);
  const items: MenuItem[] = [
    { label: t("session.account"), icon: "person", href: "/account" },
    { label: t("session.other-account"), icon: "swap", onSelect: () => void login({ prompt: "login" }) },
    { label: t("session.sign-out"), icon: "logout", onSelect: () => void logout() },
  ];
  const [first] = items;
  if (first) first.group = `${session.name} · ${session.roles.map(roleWord).join(", ")}`;
  return <Menu icon="person" label={session.name} items={items} />;
}
