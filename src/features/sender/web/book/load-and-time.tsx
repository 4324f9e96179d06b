import { useEffect } from "react";
import { isSamePlace } from "#features/quotes/domain/same-place.ts";
import { isProblem } from "#web/api/problem.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useValue } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { StateMessage } from "#web/ui/state-message.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { gramsOf } from "./booking.ts";
import type { ParcelDraft } from "./booking.ts";
import { Parcels } from "./parcels.tsx";
import type { TripFault, TripPartProps, TripTyped } from "./trip-form.ts";
import { usePrices, useWindows, windowsToChoose } from "./use-offers.ts";
import { When } from "./when.tsx";
import "./steps.css";

export interface LoadAndTimeProps extends TripPartProps {
  /** The inputs that cannot be booked as they stand, each with its reason. */
  readonly onFaults: (faults: readonly TripFault[]) => void;
  /** Of the office: a window without a place can be chosen. */
  readonly overbooks?: boolean;
}

/** Asks for parcels and window. A fault is shown on its input as soon as it is known. */
export function LoadAndTime({ form, onFaults, overbooks }: LoadAndTimeProps) {
  const t = useWords("book");
  const windows = useWindows();
  const { prices, isOnInputs } = useTripFaults({ form, onFaults });
  return (
    <>
      <Parcels form={form} />
      {windows.isPending && <Skeleton look="card" lines={5} />}
      {windows.error && !windows.data && (
        <ProblemMessage error={windows.error} onRetry={() => void windows.refetch()} />
      )}
      {windows.data?.windows.length === 0 && (
        <StateMessage
          kind="empty"
          icon="clock"
          title={t("when.none.title")}
          onRetry={() => void windows.refetch()}
        >
          <p>{t("when.none.text")}</p>
        </StateMessage>
      )}
      {windows.data && windows.data.windows.length > 0 && (
        <When
          form={form}
          windows={windowsToChoose(windows.data.windows, prices.data)}
          levels={windows.data.levels}
          zone={windows.data.timezone}
          prices={prices.data}
          overbooks={overbooks}
        />
      )}
      {!isOnInputs && <RefusalNote error={prices.error} onRetry={() => void prices.refetch()} />}
    </>
  );
}

/** Prices what stands in the form, and shows on its inputs why it cannot be booked. */
export function useTripFaults({ form, onFaults }: LoadAndTimeProps) {
  const prices = usePrices(form);
  const pickup = useValue(form, "pickup");
  const dropoff = useValue(form, "dropoff");
  const parcels = useValue(form, "parcels");
  const text = JSON.stringify([...samePlace({ pickup, dropoff }), ...faultsOf(prices.error, parcels)]);
  useEffect(() => {
    const faults: readonly TripFault[] = JSON.parse(text);
    form.showRefusals(faults);
    onFaults(faults);
  }, [form, onFaults, text]);
  return { prices, isOnInputs: text !== "[]" };
}

/** A parcel that goes nowhere is said at its destination, without asking the server. */
function samePlace({ pickup, dropoff }: Pick<TripTyped, "pickup" | "dropoff">): TripFault[] {
  if (!pickup || !dropoff || !isSamePlace(pickup.point, dropoff.point)) return [];
  return [{ path: "dropoff", code: "quotes.same-place", facts: {} }];
}

/** The first fault of each input; a weight that is too much is the heaviest parcel's. */
function faultsOf(error: unknown, parcels: readonly ParcelDraft[]): TripFault[] {
  if (!isProblem(error)) return [];
  const grams = parcels.map(({ kg }) => gramsOf(kg));
  const heaviest = grams.indexOf(Math.max(...grams));
  const pathOf = (path: string) => (path === "parcels" ? `parcels.${heaviest}.kg` : path);
  const codes = new Map(error.fields.toReversed().map(({ path, code }) => [pathOf(path), code]));
  return [...codes].map(([path, code]) => ({ path, code, facts: { ...error.facts } }));
}
