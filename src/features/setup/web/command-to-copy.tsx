import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";

/** A command for the server's console, which no browser can run. */
export function CommandToCopy({ command }: { command: string }) {
  const t = useWords("setup");
  const copy = async () => {
    await navigator.clipboard.writeText(command);
    showSnack({ text: t("copied") });
  };
  return (
    <div className="setup-command">
      <code dir="ltr">{command}</code>
      <Button variant="tonal" icon="copy" onClick={() => void copy()}>
        {t("copy")}
      </Button>
    </div>
  );
}
