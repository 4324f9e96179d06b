import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Board } from "#features/dispatch/contract/board.ts";
import { type CourierQuote, QuoteText, useQuotes } from "#features/dispatch/web/public.ts";
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

/** As many of the best are asked by themselves. */
const BEST = 3;
type To = "best" | "all" | "chosen";
type Named = Readonly<Record<"best" | "chosen", readonly string[]>>;
const ASKED: Readonly<Record<To, (named: Named) => readonly string[]>> = {
  best: ({ best }) => best,
  all: () => [],
  chosen: ({ chosen }) => chosen,
};

export interface OfferDialogProps {
  ids: readonly string[];
  /** Board of their day, by which one delivery is quoted; undefined while it is read. */
  board: Board | undefined;
  onDone: () => void;
  onClose: () => void;
}

/**
 * Asks to whom deliveries go, and for how long. One delivery is quoted as for assigning, and goes to the best unless somebody says
 * otherwise.
 */
export function OfferDialog({ ids, board, onDone, onClose }: OfferDialogProps) {
  const t = useWords("offers");
  const { quotes, isAsking } = useQuotes(board, ids);
  const best = bestOf(quotes);
  const [wished, setTo] = useState<To>();
  const to = wished ?? (best.length > 0 ? "best" : "all");
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
          // A press before the quotes are there would not go to the best.
          loading={make.isPending || (isAsking && wished === undefined)}
          disabled={to === "chosen" && chosen.length === 0}
          onClick={() =>
            make.mutate({
              deliveryIds: [...ids],
              toAll: to === "all",
              courierIds: [...ASKED[to]({ best, chosen })],
              seconds,
            })
          }
        >
          {t("offer")}
        </Button>
      }
    >
      <div className="stack gap-4">
        <To to={to} onTo={setTo} best={best} quotes={quotes} board={board} isAsking={isAsking} />
        {to === "chosen" && <Couriers chosen={chosen} onChange={setChosen} quotes={quotes} board={board} />}
        <Times value={seconds} onChange={setTime} usual={usual} isUsual={isUsual} onUsual={setUsual} />
        <RefusalNote error={make.error ?? keep.error} />
      </div>
    </Dialog>
  );
}

type Quotes = ReadonlyMap<string, CourierQuote>;

const rankOf = (quote: CourierQuote | undefined): number =>
  quote === undefined ? 1000 : quote.kind === "fits" ? quote.rank : 2000;

const bestOf = (quotes: Quotes): readonly string[] =>
  [...quotes]
    .filter(([, quote]) => quote.kind === "fits")
    .toSorted(([, a], [, b]) => rankOf(a) - rankOf(b))
    .slice(0, BEST)
    .map(([id]) => id);

interface QuotedProps {
  quotes: Quotes;
  board: Board;
}

interface ToProps {
  to: To;
  onTo: (to: To) => void;
  best: readonly string[];
  quotes: Quotes;
  board: Board | undefined;
  isAsking: boolean;
}

function To({ to, onTo, best, quotes, board, isAsking }: ToProps) {
  const t = useWords("offers");
  const ofBoard = useWords("dispatch");
  const few = { value: "best" as const, label: t("to.best", { n: best.length }) };
  return (
    <>
      <RadioGroup
        label={t("dialog.to")}
        value={to}
        onChange={onTo}
        options={[
          ...(best.length > 0 ? [few] : []),
          { value: "all", label: t("to.all") },
          { value: "chosen", label: t("to.chosen") },
        ]}
      />
      {isAsking && (
        <p className="quiet small" role="status">
          {ofBoard("assign.asking")}
        </p>
      )}
      {to === "best" && board && <Best ids={best} quotes={quotes} board={board} />}
    </>
  );
}

/** Names the best with what each would add. */
function Best({ ids, quotes, board }: QuotedProps & { ids: readonly string[] }) {
  return (
    <ol className="offer-answers">
      {ids.map((id) => (
        <li key={id}>
          <bdi className="strong">{board.couriers.find((courier) => courier.id === id)?.name}</bdi>
          <QuoteOf of={quotes.get(id)} board={board} />
        </li>
      ))}
    </ol>
  );
}

const QuoteOf = ({ of, board }: { of: CourierQuote | undefined; board: Board | undefined }) =>
  of && board && <QuoteText quote={of} board={board} />;

interface CouriersProps {
  chosen: readonly string[];
  onChange: (ids: readonly string[]) => void;
  quotes: Quotes;
  board: Board | undefined;
}

function Couriers({ chosen, onChange, quotes, board }: CouriersProps) {
  const t = useWords("offers");
  const read = useQuery({
    queryKey: ["offers", "couriers"],
    queryFn: ({ signal }) => call(messagesApi.listRecipients, {}, { signal }),
  });
  if (read.isError) return <ProblemMessage error={read.error} onRetry={() => void read.refetch()} />;
  if (!read.data) return <Skeleton lines={3} />;
  // The best first, and those on duty before others.
  const couriers = read.data.couriers.toSorted(
    (a, b) => rankOf(quotes.get(a.id)) - rankOf(quotes.get(b.id)) || Number(b.onDuty) - Number(a.onDuty),
  );
  return (
    <fieldset className="offer-couriers">
      <legend className="hidden-text">{t("to.chosen")}</legend>
      {couriers.map(({ id, name, onDuty }) => (
        <Checkbox
          key={id}
          label={
            <>
              {onDuty ? t("on-duty", { name }) : name}
              <QuoteOf of={quotes.get(id)} board={board} />
            </>
          }
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
