import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import type { Price } from "#features/quotes/contract/api.ts";
import { LoadAndTime, withPhones } from "#features/sender/web/public-parts.ts";
import type { TripFault } from "#features/sender/web/public-parts.ts";
import { call } from "#web/api/call.ts";
import { ProblemMessage } from "#web/api/refusal-note.tsx";
import { OverbookNote } from "#features/slots/web/public.ts";
import { FormBox } from "#web/forms/form-box.tsx";
import { focusInput, useForm } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { useConfig } from "#web/session/config.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useLatest } from "#web/ui/use-latest.ts";
import { type EntryWay, orderEntryApi, type PastEntry } from "../contract/api.ts";
import { Account } from "./account.tsx";
import { CallerField } from "./caller-field.tsx";
import { DropsCard } from "./drops-card.tsx";
import { dropOf, isBlank, type KeptDrop, nextDrop, sumOf, typedDrop, useDrops } from "./drops.ts";
import { EntryPlaces } from "./entry-places.tsx";
import { EntryPrice } from "./entry-price.tsx";
import { EMPTY_ENTRY, Entry, fromCaller, sameAgain, tripPart } from "./entry-values.ts";
import type { EntryForm as Form, EntryTyped } from "./entry-values.ts";
import { Way } from "./way.tsx";
import { type EnteredReply, useEntering } from "./use-entering.ts";
import { type TogetherReply, useEnteringTogether } from "./use-entering-together.ts";

const CALLER = "entry-caller";
const DROPS = "entry-places";

interface EntryFormProps {
  /** An earlier order that fills the form. */
  readonly like: PastEntry | undefined;
  readonly onFilled: () => void;
  /** `assigns`: the delivery goes to a courier next. */
  readonly onEntered: (reply: EnteredReply, assigns: boolean) => void;
  /** Several drops were entered. */
  readonly onTogether: (reply: TogetherReply) => void;
}

interface FieldsProps extends EntryFormProps {
  readonly ways: readonly EntryWay[];
}

/** The form of one call. Kept in this tab until it is booked: a call that is cut off loses nothing. */
export function EntryForm(props: EntryFormProps) {
  const ways = useQuery({
    queryKey: ["entry-ways"],
    queryFn: ({ signal }) => call(orderEntryApi.entryWays, {}, { signal }),
    staleTime: Infinity,
  });
  if (ways.error) return <ProblemMessage error={ways.error} onRetry={() => void ways.refetch()} />;
  if (!ways.data) return <Skeleton look="card" lines={6} />;
  return <Fields ways={ways.data.ways} {...props} />;
}

function Fields({ ways, like, onFilled, onEntered, onTogether }: FieldsProps) {
  const t = useWords("order-entry");
  const { currency } = useConfig();
  const [faults, setFaults] = useState<readonly TripFault[]>([]);
  const [fills, setFills] = useState(0);
  const shown = useRef<Price>(undefined);
  const assigns = useRef(false);
  const overbooks = useRef(false);
  /** Set while a press keeps the drop instead of booking. */
  const keeps = useRef<(entry: EntryTyped) => void>(undefined);
  const entering = useEntering(currency);
  const together = useEnteringTogether(currency);
  const { drops, latest, ...change } = useDrops();
  const form: Form = useForm({
    schema: Entry,
    initial: { ...EMPTY_ENTRY, way: ways[0] ?? "" },
    // The last drop that was kept stands for a further one of which nothing is typed.
    toInput: (typed) => withPhones(isBlank(typed) ? { ...typed, ...lastOf(latest.current) } : typed),
    draft: "order-entry",
    onSubmit: async (entry) => {
      if (faults.length > 0) return void form.setErrors(faults);
      if (keeps.current) return keeps.current(entry);
      const hasMore = !isBlank(form.values());
      const all = hasMore ? [...drops, dropOf(entry, shown.current)] : drops;
      if (all.length > 1) await bookTogether(entry, all);
      else await bookOne(entry, hasMore ? shown.current : all[0]?.price);
    },
  });
  const bookOne = async (entry: EntryTyped, price: Price | undefined) => {
    const before = together.kept?.sent ? await together.madeBefore() : undefined;
    if (before) return finish(() => onTogether(before));
    const entered = await entering.press(entry, price?.total, overbooks.current);
    if (entered) finish(() => onEntered(entered, assigns.current));
  };
  const bookTogether = async (entry: EntryTyped, all: readonly KeptDrop[]) => {
    const entries = all.map((drop) => ({ ...entry, ...typedDrop(drop) }));
    const overbook = overbooks.current;
    const entered = await together.press({ entries, shown: sumOf(all, currency), overbook });
    if (entered) finish(() => onTogether(entered));
  };
  const finish = (go: () => void) => {
    form.done();
    change.clear();
    go();
  };
  useEffect(() => focusInput(CALLER), []);
  const fill = (part: Partial<EntryTyped>) => {
    form.reset({ ...form.values(), ...part });
    setFills(fills + 1);
  };
  const fillLike = useLatest((past: PastEntry) => {
    fill(sameAgain(past, currency));
    onFilled();
  });
  useEffect(() => {
    if (like) fillLike.current(like);
  }, [fillLike, like]);
  const onShown = useCallback((price: Price | undefined) => {
    shown.current = price;
  }, []);
  /** Checks what stands in the form, keeps it, and asks for the next drop. */
  const addDrop = async () => {
    let typed: EntryTyped | undefined;
    keeps.current = (entry) => {
      typed = entry;
    };
    await form.send();
    keeps.current = undefined;
    if (!typed) return;
    if (!isBlank(form.values())) change.add(dropOf(typed, shown.current));
    fill(nextDrop(typed));
    focusInput(DROPS);
  };
  /** Takes a kept drop back into the form, and keeps what stands there in its place. */
  const editDrop = (at: number) => {
    const drop = drops[at];
    if (!drop) return;
    const typed = form.values();
    if (isBlank(typed)) change.remove(at);
    else change.swap(at, dropOf(typed, shown.current));
    fill(typedDrop(drop));
    focusInput(DROPS);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    assigns.current = event.shiftKey;
    void form.send().finally(() => {
      assigns.current = false;
    });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a shortcut for the form's own button
    <div className="book book-at-trip entry-book" onKeyDown={onKeyDown}>
      <div className="book-main">
        <FormBox
          form={form}
          problem={
            <>
              {(entering.isStale || together.isStale) && <Banner tone="warning">{t("price.stale")}</Banner>}
              <OverbookNote
                error={drops.length > 0 ? together.error : entering.error}
                isBusy={entering.isBusy || together.isBusy}
                onOverbook={() => {
                  overbooks.current = true;
                  void form.send().finally(() => {
                    overbooks.current = false;
                  });
                }}
              />
            </>
          }
        >
          <Card title={t("caller.title")} className="entry-card">
            <CallerField
              id={CALLER}
              onCaller={(caller) => fill(fromCaller(caller))}
              onSame={(past) => fill(sameAgain(past, currency))}
            />
            <Account form={form} />
          </Card>
          <div id={DROPS} tabIndex={-1} role="group" aria-label={t("drops.nth", { n: drops.length + 1 })}>
            <EntryPlaces form={form} fills={fills} />
          </div>
          <LoadAndTime form={tripPart(form)} onFaults={setFaults} overbooks />
          <DropsCard
            drops={drops}
            refusedAt={together.refusedAt}
            isWaiting={entering.kept !== null && entering.kept.sent !== null}
            onAdd={() => void addDrop()}
            onEdit={editDrop}
            onRemove={(at) => {
              change.remove(at);
              fill({});
            }}
          />
          <Way form={form} ways={ways} />
        </FormBox>
      </div>
      <EntryPrice form={form} entering={entering} together={together} drops={drops} onShown={onShown} />
    </div>
  );
}

const lastOf = (drops: readonly KeptDrop[]): Partial<EntryTyped> => {
  const last = drops.at(-1);
  return last ? typedDrop(last) : {};
};
