import { type ComponentType, lazy, type LazyExoticComponent, Suspense } from "react";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import type { EditValues } from "../edit-values.ts";

interface WindowPriceProps {
  readonly delivery: Delivery;
  /** As it stands in the form; another one than the delivery has. */
  readonly window: EditValues["window"];
}

let Content: LazyExoticComponent<ComponentType<WindowPriceProps>> | undefined;

/** Gives the price of another time, of the later room edits; called once by the app's entry. */
export function setWindowPrice(load: () => Promise<ComponentType<WindowPriceProps>>): void {
  Content = lazy(async () => ({ default: await load() }));
}

/** Price of another time, where it differs. */
export const WindowPrice = (props: WindowPriceProps) =>
  Content && (
    <Suspense fallback={null}>
      <Content {...props} />
    </Suspense>
  );
