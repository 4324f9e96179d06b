import { useState } from "react";
import { useWords } from "#web/i18n/words.ts";
import { usePageKey } from "#web/keys/use-page-key.ts";
import { IconButton } from "#web/ui/button.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { NextDialog } from "./next-dialog.tsx";

interface Numbered {
  readonly deliveries: readonly { readonly id: string; readonly number: string }[];
}

const numberOf = ({ deliveries }: Numbered, id: string): string =>
  deliveries.find((one) => one.id === id)?.number ?? "";

interface NextKeyProps {
  /** Deliveries that a command is about. */
  readonly targets: () => readonly string[];
  readonly board: Numbered;
}

/** `R` on the board: what comes next for the delivery that is chosen, or on whose line the cursor stands. */
export function NextKey({ targets, board }: NextKeyProps) {
  const t = useWords("delivery-pages");
  const [id, setId] = useState<string>();
  usePageKey("r", () => {
    const [only, ...more] = targets();
    if (only !== undefined && more.length === 0) setId(only);
    else showSnack({ text: t("next.one"), topic: "next" });
  });
  if (id === undefined) return null;
  return <NextDialog id={id} number={numberOf(board, id)} onClose={() => setId(undefined)} />;
}

interface NextActProps {
  readonly chosen: readonly string[];
  readonly board: Numbered;
}

/** Opens what comes next for the one delivery that is chosen, in the bar of the board. */
export function NextAct({ chosen, board }: NextActProps) {
  const t = useWords("delivery-pages");
  const [id, setId] = useState<string>();
  const [only, ...more] = chosen;
  return (
    <>
      {only !== undefined && more.length === 0 && (
        <IconButton icon="more" label={t("next.open")} onClick={() => setId(only)} />
      )}
      {id !== undefined && (
        <NextDialog id={id} number={numberOf(board, id)} onClose={() => setId(undefined)} />
      )}
    </>
  );
}
