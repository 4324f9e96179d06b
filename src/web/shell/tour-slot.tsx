import { lazy, Suspense } from "react";
import { useConfigIfThere } from "../session/config.ts";
import { OptionalPart } from "./optional-part.tsx";

/** Without its code the page goes on without it. */
const Tour = lazy(() =>
  import("../home/tour-bar.tsx").then(
    (module) => ({ default: module.DemoTour }),
    () => ({ default: () => null }),
  ),
);

/** The walk through the demo, above every page while it goes on; its code comes only where there is a demo. */
export function TourSlot({ place }: { place: string }) {
  const config = useConfigIfThere();
  if (config?.demo.on !== true) return null;
  return (
    <OptionalPart place={place}>
      <Suspense fallback={null}>
        <Tour people={config.demo.people} place={place} />
      </Suspense>
    </OptionalPart>
  );
}
