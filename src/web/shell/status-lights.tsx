import { Suspense } from "react";
import { useWords } from "../i18n/words.ts";
import { rolesOf, useSession } from "../session/session.ts";
import { Chip } from "../ui/chip.tsx";
import { useOnline } from "./online.ts";

/** Small words in the bar while something outside is missing; only a courier who is let in goes on without the network. */
export function StatusLights({ worksOffline }: { worksOffline: boolean }) {
  const online = useOnline();
  const session = useSession();
  const goesOn = worksOffline && rolesOf(session).includes("courier");
  const waits = session.kind === "signed-in" && session.offline;
  return (
    <output className="status-lights">
      <Suspense fallback={null}>
        {(!online || waits) && (
          <Light goesOn={goesOn} why={online && waits ? (session.why ?? "busy") : "offline"} />
        )}
      </Suspense>
    </output>
  );
}

function Light({ goesOn, why }: { goesOn: boolean; why: "busy" | "offline" | "service-starting" }) {
  const t = useWords("session");
  const hall = useWords("hall");
  const text = {
    busy: () => t("auth.provider-busy"),
    offline: () => (goesOn ? t("auth.offline") : hall("shell.offline")),
    "service-starting": () => t("auth.service-starting"),
  }[why]();
  return (
    <span title={text}>
      <Chip icon={why === "offline" ? why : "refresh"}>
        <span className="light-text">{text}</span>
      </Chip>
    </span>
  );
}
