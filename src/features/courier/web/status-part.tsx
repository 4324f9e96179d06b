import { type ComponentType, lazy, Suspense } from "react";

const Nothing = () => null;
let Part: ComponentType = Nothing;

/** Adds what a later room shows below the status on every page of a courier; without its code the page goes on. */
export function setStatusPart(load: () => Promise<ComponentType>): void {
  Part = lazy(() =>
    load().then(
      (component) => ({ default: component }),
      () => ({ default: Nothing }),
    ),
  );
}

export function StatusPart() {
  return (
    <Suspense fallback={null}>
      <Part />
    </Suspense>
  );
}
