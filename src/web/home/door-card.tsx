import { useState } from "react";
import { RefusalNote } from "../api/refusal-note.tsx";
import { useWords } from "../i18n/words.ts";
import { beginLogin } from "../session/begin-login.ts";
import { Icon } from "../ui/icon.tsx";
import { openDemoLink } from "./open-demo-link.ts";
import type { Door } from "./doors.ts";

interface DoorCardProps {
  door: Door;
  /** The demo person behind it, where there is one. */
  hint: { hint: string; name: string } | undefined;
}

/** One press: a real sign-in as a demo person, or the recipient's link. */
export function DoorCard({ door, hint }: DoorCardProps) {
  const t = useWords("home");
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<unknown>();
  const open = async () => {
    setBusy(true);
    setFailed(undefined);
    try {
      if (!door.role) return await openDemoLink();
      // Why it came to nothing stands above the page.
      await beginLogin({ returnTo: door.path, ...(hint && { hint: hint.hint, prompt: "login" }) });
      setBusy(false);
    } catch (error) {
      setFailed(error);
      setBusy(false);
    }
  };
  return (
    <li className={door.copy ? `front-door copy-${door.copy}` : "front-door"}>
      <button
        type="button"
        onClick={() => void open()}
        disabled={busy}
        aria-busy={busy}
        data-testid={`door-${door.name}`}
      >
        <Icon name={door.icon} size="large" />
        <span className="front-door-text">
          <span className="title">{t(`door.${door.name}.title`)}</span>
          <span className="quiet">{t(`door.${door.name}.text`)}</span>
          {hint && <span className="front-door-who small">{t("doors.as", { name: hint.name })}</span>}
        </span>
        <Icon name="arrow-forward" />
      </button>
      <RefusalNote error={failed} onRetry={() => void open()} />
    </li>
  );
}
