import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Board } from "#features/dispatch/contract/board.ts";
import { useReasonText } from "#features/dispatch/web/public.ts";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { planningApi } from "../../contract/api.ts";
import type { Plan } from "../../contract/plans.ts";
import { holdersIn } from "../parts.ts";

export interface WhyDialogProps {
  board: Board;
  plan: Plan;
  deliveryId: string;
  onClose: () => void;
}

/** Answers in words why a courier does not have a delivery in a plan. */
export function WhyDialog({ board, plan, deliveryId: first, onClose }: WhyDialogProps) {
  const t = useWords("planning");
  const [deliveryId, setDelivery] = useState(first);
  const holders = plan.outcome ? holdersIn(plan.outcome) : new Map<string, string | null>();
  const has = holders.get(deliveryId) ?? null;
  const others = board.couriers.filter(
    ({ id }) => id !== has && plan.outcome?.routes.some(({ courierId }) => courierId === id),
  );
  const [courierId, setCourier] = useState("");
  const asked = others.some(({ id }) => id === courierId) ? courierId : (others[0]?.id ?? "");
  const numbers = board.deliveries.filter(({ id }) => holders.has(id));
  return (
    <Dialog open onClose={onClose} title={t("why.title")}>
      <div className="stack gap-3">
        <Select
          label={t("why.delivery")}
          value={deliveryId}
          onChange={setDelivery}
          options={numbers.map(({ id, number, dropoffLabel }) => ({
            value: id,
            label: `${number} · ${dropoffLabel}`,
          }))}
        />
        {has !== null && (
          <p>{t("why.has", { courier: board.couriers.find(({ id }) => id === has)?.name ?? "" })}</p>
        )}
        <Select
          label={t("why.courier")}
          value={asked}
          onChange={setCourier}
          options={others.map(({ id, name }) => ({ value: id, label: name }))}
        />
        {asked !== "" && <Answer board={board} plan={plan} deliveryId={deliveryId} courierId={asked} />}
      </div>
    </Dialog>
  );
}

function Answer({
  board,
  plan,
  deliveryId,
  courierId,
}: Omit<WhyDialogProps, "onClose"> & { courierId: string }) {
  const reasonText = useReasonText(board, deliveryId);
  const kept = plan.outcome?.leftOut
    .find((one) => one.deliveryId === deliveryId)
    ?.because.find(({ courier }) => courier === courierId)?.reasons;
  const answer = useQuery({
    queryKey: ["why-not", plan.id, deliveryId, courierId],
    queryFn: ({ signal }) =>
      call(
        planningApi.askWhyNot,
        { id: deliveryId, courierId, date: plan.date, planId: plan.id },
        { signal },
      ),
    enabled: kept === undefined,
    retry: false,
  });
  const reasons = kept ?? answer.data?.reasons;
  if (answer.error) return <RefusalNote error={answer.error} onRetry={() => void answer.refetch()} />;
  return (
    <div role="status" className="plan-answer">
      {reasons ? <p>{reasons.map(reasonText).join(" ")}</p> : <Skeleton lines={1} />}
    </div>
  );
}
