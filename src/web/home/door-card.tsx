import { useState } from "react";
import { RefusalNote } from "../api/refusal-note.tsx";
import { useWords } from "../i18n/words.ts";
import { AuthError } from "../session/auth-error.ts";
import { useAuthText } from "../session/auth-text.ts";
import { login } from "../session/session.ts";
import { Banner } from "../ui/banner.tsx";
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
  const describe = useAuthText();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<unknown>();
  const open = async () => {
    setBusy(true);
    setFailed(undefined);
    try {
      if (!door.role) return await openDemoLink();
      await login({ returnTo: door.path, ...(hint && { hint: hint.hint, prompt: "login" }) });
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
      {failed instanceof AuthError && (
        <Banner tone="trouble" urgent>
          {describe(failed)}
        </Banner>
      )}
      {!(failed instanceof AuthError) && <RefusalNote error={failed} onRetry={() => void open()} />}
    </li>
  );
}
