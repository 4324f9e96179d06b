import { Suspense } from "react";
import { useWords } from "../i18n/words.ts";
import { useSession } from "../session/session.ts";
import { Chip } from "../ui/chip.tsx";
import { useOnline } from "./online.ts";

/** Small words in the bar while something outside is missing. */
export function StatusLights() {
  const online = useOnline();
  const session = useSession();
  const waits = session.kind === "signed-in" && session.offline;
  return (
    <output className="status-lights">
      <Suspense fallback={null}>
        {(!online || waits) && <Light why={online && waits ? (session.why ?? "busy") : "offline"} />}
      </Suspense>
    </output>
  );
}

function Light({ why }: { why: "busy" | "offline" | "service-starting" }) {
  const t = useWords("session");
  const text = {
    busy: () => t("auth.provider-busy"),
    offline: () => t("auth.offline"),
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
