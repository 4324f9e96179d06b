import { Suspense } from "react";
import { useWords } from "../i18n/words.ts";
import { useSession } from "../session/session.ts";
import { Chip } from "../ui/chip.tsx";
import { useOnline } from "./online.ts";

/** Small words in the bar while something outside is missing; on the desk, edits wait for the network. */
export function StatusLights({ worksOffline }: { worksOffline: boolean }) {
  const online = useOnline();
  const session = useSession();
  const waits = session.kind === "signed-in" && session.offline;
  return (
    <output className="status-lights">
      <Suspense fallback={null}>
        {(!online || waits) && (
          <Light worksOffline={worksOffline} why={online && waits ? (session.why ?? "busy") : "offline"} />
        )}
      </Suspense>
    </output>
  );
}

function Light({
  worksOffline,
  why,
}: {
  worksOffline: boolean;
  why: "busy" | "offline" | "service-starting";
}) {
  const t = useWords("session");
  const hall = useWords("hall");
  if (why === "offline")
    return <Chip icon="offline">{worksOffline ? t("auth.offline") : hall("shell.offline-desk")}</Chip>;
  return <Chip icon="refresh">{t(why === "busy" ? "auth.provider-busy" : "auth.service-starting")}</Chip>;
}
