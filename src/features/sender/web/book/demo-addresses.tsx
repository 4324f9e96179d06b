import { useMutation, useQuery } from "@tanstack/react-query";
import { demoApi } from "#contract/demo.ts";
import { placesApi } from "#features/places/contract/api.ts";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useValue } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { TripPartProps } from "./trip-form.ts";

/** Addresses of the demo town: a press fills the first end that is empty, as if it had been searched and chosen. */
export function DemoAddresses({ form }: TripPartProps) {
  const t = useWords("book");
  const pickup = useValue(form, "pickup");
  const dropoff = useValue(form, "dropoff");
  const choice = useMutation({
    // The street alone: the search knows towns by their own names.
    mutationFn: async (label: string) => {
      const [q = label] = label.split(",");
      const { hits } = await call(placesApi.searchPlaces, { q });
      return hits.find(({ address }) => address.label === label);
    },
    onSuccess: (hit) =>
      hit && form.set(pickup ? "dropoff" : "pickup", { ...hit.address, pinConfirmed: true }),
  });
  const { data, isPending } = useQuery({
    queryKey: ["demo"],
    queryFn: ({ signal }) => call(demoApi.readDemo, {}, { signal }),
    staleTime: Infinity,
  });
  if (isPending) return <Skeleton lines={2} />;
  const taken = [pickup?.label, dropoff?.label];
  const free = (data?.addresses ?? []).filter((label) => !taken.includes(label));
  if ((pickup && dropoff) || free.length === 0) return null;
  return (
    <fieldset disabled={choice.isPending}>
      <legend className="small quiet">{t(pickup ? "demo.to" : "demo.from")}</legend>
      <div className="book-demo-row">
        {free.map((label) => (
          <button key={label} type="button" className="chip" onClick={() => choice.mutate(label)}>
            <Icon name="home" size="small" />
            <bdi>{label}</bdi>
          </button>
        ))}
      </div>
      <RefusalNote error={choice.error} />
    </fieldset>
  );
}
