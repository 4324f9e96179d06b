import type { BoardKeyProps, ChooseLinesProps } from "#features/dispatch/web/public.ts";
import { useCursorCourier } from "#features/dispatch/web/public.ts";
import { useWords } from "#web/i18n/words.ts";
import { usePageKey } from "#web/keys/use-page-key.ts";
import { go } from "#web/shell/navigate.ts";
import { IconButton } from "#web/ui/button.tsx";
import { runSheetPath } from "./run-sheet-path.ts";

/** Opens the run sheet of the courier on whose line the cursor stands. */
export function RunSheetButton({ board, store, couriers }: ChooseLinesProps) {
  const t = useWords("runsheet");
  const courier = useCursorCourier(store, board, couriers);
  if (!courier) return null;
  return (
    <IconButton
      icon="receipt"
      label={t("open", { name: courier.name })}
      href={runSheetPath(courier.id, board.date)}
    />
  );
}

/** `I` on the board opens the run sheet of the courier on whose line, or on one of whose stops, the cursor stands. */
export function RunSheetKey({ board, courier }: BoardKeyProps) {
  usePageKey("i", () => {
    const id = courier();
    if (id !== undefined) go(runSheetPath(id, board.date));
  });
  return null;
}
