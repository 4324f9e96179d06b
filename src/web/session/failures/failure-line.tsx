import { useState } from "react";
import { useWords } from "../../i18n/words.ts";
import { Button } from "../../ui/button.tsx";
import { LtrText } from "../../ui/figures.tsx";
import type { Failed } from "./failed.ts";
import { numbersOf } from "./failure-looks.ts";

/** Words and figures only: neither a token nor an address with a code may ever stand in a report. */
const plain = (text: unknown): string | undefined => {
  const short = typeof text === "string" || typeof text === "number" ? String(text) : "";
  return /^[\w.:-]{1,60}$/.test(short) ? short : undefined;
};

/** One line with everything that support needs: numbers, word, reason, time. */
export const reportLine = ({ code, facts }: Failed, at: Date): string =>
  [numbersOf(code), code, plain(facts["code"]), at.toISOString().replace(/\.\d+Z$/, "Z")]
    .filter((part) => part !== undefined && part !== "")
    .join(" · ");

export function FailureLine({ failed }: { failed: Failed }) {
  const t = useWords("session");
  const [at] = useState(() => new Date());
  const [copied, setCopied] = useState(false);
  const line = reportLine(failed, at);
  // Without a secure context there is no clipboard; the line can still be selected.
  const canCopy = isSecureContext && "clipboard" in navigator;
  const copy = () => void navigator.clipboard.writeText(line).then(() => setCopied(true));
  return (
    <div className="message-report quiet small">
      <LtrText>{line}</LtrText>
      <span className="row gap-1">
        {canCopy && (
          <Button variant="text" size="small" icon={copied ? "check" : "copy"} onClick={copy}>
            {copied ? t("way.copied") : t("way.copy-line")}
          </Button>
        )}
        <Button variant="text" size="small" icon="info" href="/account/diagnostics">
          {t("way.diagnostics")}
        </Button>
      </span>
    </div>
  );
}
