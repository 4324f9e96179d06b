import { lazy, Suspense, useEffect } from "react";
import { useWords } from "../../i18n/words.ts";
import { useSession } from "../../session/session.ts";
import { beginLogin } from "../../session/begin-login.ts";
import { Button } from "../../ui/button.tsx";

const fetchMenu = () => import("./own-menu.tsx");
const OwnMenu = lazy(() => fetchMenu().then((module) => ({ default: module.OwnMenu })));

/** Shows the signed-in person and their role with a menu whose code guests never fetch, and guests the way to sign in. */
export function UserMenu() {
  const t = useWords("hall");
  const session = useSession();
  const isGuest = session.kind === "signed-out";
  useEffect(() => {
    if (!isGuest) fetchMenu().catch(() => undefined);
  }, [isGuest]);
  if (session.kind === "signing-in") return null;
  if (session.kind === "signed-out")
    return (
      <Button variant="outlined" size="small" onClick={() => void beginLogin()}>
        {t("session.sign-in")}
      </Button>
    );
  return (
    <Suspense fallback={null}>
      <OwnMenu
        name={session.name}
        group={[session.name, ...session.roles.map((role) => t(`role.${role}`))]}
      />
    </Suspense>
  );
}
