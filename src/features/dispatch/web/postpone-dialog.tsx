import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { LocalDate } from "#contract/schemas.ts";
import { placesApi } from "#features/places/contract/api.ts";
import { type OpeningHours, nextOpenDay } from "#features/places/domain/hours.ts";
import { localAt } from "#kernel/local-time.ts";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { FormText } from "#web/forms/fields.tsx";
import { FormDialog } from "#web/forms/form-dialog.tsx";
import { useForm } from "#web/forms/use-form.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { Board } from "../contract/board.ts";

interface PostponeDialogProps {
  board: Board;
  /** Those that may go to another day. */
  ids: readonly string[];
  /** How many were chosen, those that stay included. */
  chosen: number;
  onChoose: (toDate: string) => void;
  onClose: () => void;
}

/** Asks for the day to which deliveries go, the next open one first, and says what follows from it. */
export function PostponeDialog(props: PostponeDialogProps) {
  const t = useWords("dispatch");
  const { data, error, refetch } = useQuery({
    queryKey: ["area"],
    queryFn: ({ signal }) => call(placesApi.readArea, {}, { signal }),
    retry: false,
  });
  if (data) return <PostponeForm {...props} hours={data.hours} />;
  return (
    <Dialog open onClose={props.onClose} title={t("postpone.title", { n: props.ids.length })}>
      <RefusalNote error={error} onRetry={() => void refetch()} />
      {!error && <Skeleton lines={2} />}
    </Dialog>
  );
}

function PostponeForm(props: PostponeDialogProps & { hours: OpeningHours }) {
  const { board, ids, chosen, hours, onChoose, onClose } = props;
  const t = useWords("dispatch");
  const format = useFormat();
  const { date, timezone } = board;
  const [today] = useState(() => localAt(Date.now(), timezone).date);
  const form = useForm({
    schema: z.object({
      toDate: LocalDate.check(z.refine((day) => day >= today && day !== date, "not-allowed")),
    }),
    initial: { toDate: nextOpenDay(hours, timezone, date > today ? date : today) },
    onSubmit: async ({ toDate }) => onChoose(toDate),
  });
  const place = useRef<HTMLDivElement>(null);
  // After the dialog opened: it would give the focus to its title.
  useEffect(() => place.current?.querySelector("input")?.focus(), []);
  const holders = inHand(board, ids);
  return (
    <FormDialog
      form={form}
      label={t("postpone.day")}
      title={t("postpone.title", { n: ids.length })}
      does={t("postpone.do")}
      onClose={onClose}
    >
      <div ref={place}>
        <FormText
          form={form}
          name="toDate"
          label={t("postpone.day")}
          type="date"
          hint={t("postpone.hint")}
          required
        />
      </div>
      <p>{t("postpone.text")}</p>
      {chosen > ids.length && <p className="quiet">{t("postpone.left", { n: chosen - ids.length })}</p>}
      {holders.length > 0 && (
        <Banner icon="warning" tone="warning">
          {t("postpone.in-hand", { couriers: format.list(holders) })}
        </Banner>
      )}
    </FormDialog>
  );
}

/** Names of couriers who have parcels of these deliveries. */
function inHand({ couriers, deliveries }: Board, ids: readonly string[]): string[] {
  const held = new Set(
    deliveries.flatMap(({ id, state }) => (ids.includes(id) && IN_HAND.has(state) ? [id] : [])),
  );
  return couriers
    .filter(({ route }) => route.stops.some(({ deliveryId }) => held.has(deliveryId)))
    .map(({ name }) => name);
}
const IN_HAND: ReadonlySet<string> = new Set(["collected", "out_for_delivery"]);
