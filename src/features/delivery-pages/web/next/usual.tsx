import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { useReasons } from "#features/reasons/web/public.ts";
import { isolated } from "#kernel/isolated.ts";
import { useWords } from "#web/i18n/words.ts";
import { type UsualAct, usualAct } from "../../domain/usual-act.ts";

/** The usual next act after a try that failed, with the reason's name. */
export function useUsual(delivery: Delivery): UsualAct | undefined {
  const { all, nameOf } = useReasons(delivery.tasks.some(({ state }) => state === "failed"));
  const usual = usualAct(delivery, all);
  return usual && { ...usual, reason: nameOf(usual.reason) };
}

export function UsualText({ usual }: { usual: UsualAct | undefined }) {
  const t = useWords("delivery-pages");
  if (!usual) return null;
  return (
    <p className="detail-usual" data-testid="usual-act">
      {t("detail.usual", { reason: isolated(usual.reason), act: t(`act.${usual.act}`) })}
    </p>
  );
}
