import { useWords } from "../i18n/words.ts";
import { useSession } from "../session/session.ts";
import { Chip } from "../ui/chip.tsx";
import { useOnline } from "./online.ts";

/** Small words in the bar while something outside is missing; on the desk, edits wait for the network. */
export function StatusLights({ worksOffline }: { worksOffline: boolean }) {
  const t = useWords("hall");
  const online = useOnline();
  const session = useSession();
  const busy = session.kind === "signed-in" && session.offline;
  return (
    <output className="status-lights">
      {!online && <Chip icon="offline">{t(worksOffline ? "shell.offline" : "shell.offline-desk")}</Chip>}
      {online && busy && <Chip icon="refresh">{t("shell.sign-in-busy")}</Chip>}
    </output>
  );
}
