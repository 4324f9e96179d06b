import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { TextField } from "#web/ui/text-field.tsx";

interface LinkFieldProps {
  readonly label: string;
  readonly address: string;
  /** It leads to another page than this one. */
  readonly opens?: boolean;
}

/** An address to copy. */
export function LinkField({ label, address, opens = false }: LinkFieldProps) {
  const t = useWords("sender");
  // A browser that refuses to copy leaves the address selectable.
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => showSnack({ text: t("link.copied") }),
      () => undefined,
    );
  return (
    <div className="sender-link">
      <TextField label={label} value={address} onChange={() => undefined} readOnly />
      <Button icon="copy" variant="tonal" onClick={() => void copy()}>
        {t("link.copy")}
      </Button>
      {opens && (
        <Button icon="visibility" href={address} target="_blank">
          {t("link.open")}
        </Button>
      )}
    </div>
  );
}
