import { useEffect, useState } from "react";
import { useWords } from "../../i18n/words.ts";
import { reportMissingCode } from "../../offline/code-missing.ts";
import { useSession } from "../../session/session.ts";
import { beginLogin } from "../../session/begin-login.ts";
import { Button } from "../../ui/button.tsx";
import type * as OwnMenuModule from "./own-menu.tsx";

type OwnMenuPart = typeof OwnMenuModule;
let fetched: OwnMenuPart | undefined;

async function fetchMenu(): Promise<OwnMenuPart | "missing"> {
  try {
    fetched ??= await import("./own-menu.tsx");
    return fetched;
  } catch {
    reportMissingCode();
    return "missing";
  }
}

/** Shows the signed-in person and their role with a menu whose code guests never fetch, and guests the way to sign in. */
export function UserMenu() {
  const t = useWords("hall");
  const session = useSession();
  if (session.kind === "signing-in") return null;
  if (session.kind === "signed-out")
    return (
      <Button variant="outlined" size="small" onClick={() => void beginLogin()}>
        {t("session.sign-in")}
      </Button>
    );
  return (
    <PersonMenu
      name={session.name}
      group={[session.name, ...session.roles.map((role) => t(`role.${role}`))]}
    />
  );
}

interface PersonMenuProps {
  readonly name: string;
  readonly group: readonly string[];
}

/** The person's menu; where its code did not come, a link to the account that asks for it again on a press. */
function PersonMenu({ name, group }: PersonMenuProps) {
  const [part, setPart] = useState<OwnMenuPart | "missing" | undefined>(fetched);
  useEffect(() => void fetchMenu().then(setPart), []);
  if (part === undefined) return null;
  if (part !== "missing") return <part.OwnMenu name={name} group={group} />;
  return (
    <Button variant="text" href="/account" onClick={() => void fetchMenu().then(setPart)}>
      {name}
    </Button>
  );
}
