import { useWords } from "../../i18n/words.ts";
import { useConsole, usePicture } from "../../session/pages/account.ts";
import { logout } from "../../session/session.ts";
import { beginLogin } from "../../session/begin-login.ts";
import { Avatar } from "../../ui/person/avatar.tsx";
import { Menu, type MenuItem } from "../../ui/menu.tsx";

/** Links to the account, to the provider's page and out. */
export function OwnMenu({ name, group }: { name: string; group: readonly string[] }) {
  const t = useWords("hall");
  const provider = useConsole();
  const picture = usePicture();
  const items: MenuItem[] = [
    { label: t("session.account"), icon: "person", href: "/account", group: group.join(" · ") },
    { label: t("session.my-devices"), icon: "system", href: "/account#devices" },
    ...(provider === undefined
      ? []
      : [{ label: t("session.console"), icon: "lock" as const, href: provider }]),
    {
      label: t("session.other-account"),
      icon: "swap",
      group: true,
      onSelect: () => void beginLogin({ prompt: "login" }),
    },
    { label: t("session.sign-out"), icon: "logout", onSelect: () => void logout() },
    { label: t("session.sign-out-all"), icon: "logout", href: "/account?ask=everywhere" },
  ];
  return (
    <Menu
      start={<Avatar name={name} size="small" {...(picture !== undefined && { picture })} />}
      label={name}
      items={items}
    />
  );
}
