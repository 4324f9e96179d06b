import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messagesApi } from "#features/messages/contract/api.ts";
import { call } from "#web/api/call.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { rolesOf, useSession } from "#web/session/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox, RadioGroup } from "#web/ui/choice.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { offersApi } from "../../contract/api.ts";
import { OFFER_SECONDS } from "../../domain/limits.ts";
import "../offers.css";
import { boardOffers } from "./board-offers.ts";

const TIMES: readonly number[] = [30, 60, 120, 300, 600, 1200, 1800];

interface OfferDialogProps {
  ids: readonly string[];
  onDone: () => void;
  onClose: () => void;
}

/** Asks to whom deliveries go, and for how long. */
export function OfferDialog({ ids, onDone, onClose }: OfferDialogProps) {
  const t = useWords("offers");
  const [to, setTo] = useState<"all" | "chosen">("all");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [time, setTime] = useState<number>();
  const [isUsual, setUsual] = useState(false);
  const usual = boardOffers.use().data?.seconds ?? OFFER_SECONDS.usual;
  const seconds = time ?? usual;
  const keep = useCommand(offersApi.setOfferTime);
  const make = useCommand(offersApi.makeOffers, {
    onDone: async ({ offers }) => {
      if (isUsual && seconds !== usual) await keep.mutateAsync({ seconds });
      const couriers = new Set(offers.flatMap((one) => one.couriers.map(({ courierId }) => courierId)));
      showSnack({ text: t("made", { n: couriers.size }) });
      onDone();
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      locked={make.isPending}
      title={t("dialog.title", { n: ids.length })}
      actions={
        <Button
          variant="filled"
          icon="people"
          loading={make.isPending}
          disabled={to === "chosen" && chosen.length === 0}
          onClick={() =>
            make.mutate({
              deliveryIds: [...ids],
              toAll: to === "all",
              courierIds: to === "all" ? [] : [...chosen],
              seconds,
            })
          }
        >
          {t("offer")}
        </Button>
      }
    >
      <div className="stack gap-4">
        <RadioGroup
          label={t("dialog.to")}
          value={to}
          onChange={setTo}
          options={[
            { value: "all", label: t("to.all") },
            { value: "chosen", label: t("to.chosen") },
          ]}
        />
        {to === "chosen" && <Couriers chosen={chosen} onChange={setChosen} />}
        <Times value={seconds} onChange={setTime} usual={usual} isUsual={isUsual} onUsual={setUsual} />
        <RefusalNote error={make.error ?? keep.error} />
      </div>
    </Dialog>
  );
}

function Couriers({
  chosen,
  onChange,
}: {
  chosen: readonly string[];
  onChange: (ids: readonly string[]) => void;
}) {
  const t = useWords("offers");
  const read = useQuery({
    queryKey: ["offers", "couriers"],
    queryFn: ({ signal }) => call(messagesApi.listRecipients, {}, { signal }),
  });
  if (read.isError) return <ProblemMessage error={read.error} onRetry={() => void read.refetch()} />;
  if (!read.data) return <Skeleton lines={3} />;
  // Those on duty first.
  const couriers = read.data.couriers.toSorted((a, b) => Number(b.onDuty) - Number(a.onDuty));
  return (
    <fieldset className="offer-couriers">
      <legend className="hidden-text">{t("to.chosen")}</legend>
      {couriers.map(({ id, name, onDuty }) => (
        <Checkbox
          key={id}
          label={onDuty ? t("on-duty", { name }) : name}
          checked={chosen.includes(id)}
          onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
        />
      ))}
    </fieldset>
  );
}

interface TimesProps {
  value: number;
  onChange: (seconds: number) => void;
  usual: number;
  isUsual: boolean;
  onUsual: (isUsual: boolean) => void;
}

/** An administrator may make another time the usual one. */
function Times({ value, onChange, usual, isUsual, onUsual }: TimesProps) {
  const t = useWords("offers");
  const f = useFormat();
  const isAdmin = rolesOf(useSession()).includes("org-admin");
  const times = [...new Set([...TIMES, usual])].toSorted((a, b) => a - b);
  const textOf = (seconds: number) => (seconds < 60 ? t("seconds", { n: seconds }) : f.duration(seconds));
  return (
    <div className="stack gap-2">
      <Select
        label={t("time")}
        value={String(value)}
        onChange={(seconds) => onChange(Number(seconds))}
        options={times.map((seconds) => ({ value: String(seconds), label: textOf(seconds) }))}
      />
      {isAdmin && value !== usual && (
        <Checkbox label={t("time.usual")} checked={isUsual} onChange={onUsual} />
      )}
    </div>
  );
}
