import type { Role } from "#kernel/actor.ts";
import { useFormat } from "../../i18n/format.ts";
import { useWords } from "../../i18n/words.ts";
import { Button } from "../../ui/button.tsx";
import { StateMessage } from "../../ui/state-message.tsx";
import { Row } from "../../ui/layout.tsx";
import { beginLogin } from "../begin-login.ts";
import { useConfigIfThere } from "../config.ts";
import { WAYS } from "./failure-ways.tsx";

export interface WrongRoleProps {
  name: string;
  roles: readonly Role[];
}

/** Signed in, but not as somebody who may see this page: who could, and two ways on. */
export function WrongRole({ name, roles }: WrongRoleProps) {
  const t = useWords("session");
  const hall = useWords("hall");
  const f = useFormat();
  const config = useConfigIfThere();
  const org = config?.org.name ?? location.hostname;
  const text = config?.joinBy === "roles" ? "roles.wrong-role" : "wrong-role.text";
  const needed = f.list(
    roles.map((role) => hall(`role.${role}`)),
    "disjunction",
  );
  const GoOn = WAYS["go-on"];
  return (
    <StateMessage
      page
      kind="forbidden"
      title={t("title.wrong-role")}
      action={
        <Row className="message-ways">
          <GoOn code="role-removed" facts={{}} again={{}} />
          <Button icon="swap" onClick={() => void beginLogin({ prompt: "login" })}>
            {hall("session.other-account")}
          </Button>
        </Row>
      }
    >
      <p>{t(text, { name, roles: needed, org })}</p>
    </StateMessage>
  );
}
