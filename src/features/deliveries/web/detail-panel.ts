import { type ComponentType, lazy, type LazyExoticComponent } from "react";

/** A part of the delivery's page that a later room gives: its title's word stands here, its content there. */
export interface DeliveryPanel {
  readonly title: "detail.share";
  readonly load: () => Promise<ComponentType<{ deliveryId: string }>>;
}

type Shown = Pick<DeliveryPanel, "title"> & {
  readonly Content: LazyExoticComponent<ComponentType<{ deliveryId: string }>>;
};
const panels: Shown[] = [];

/** Called once per panel by the front door, which knows every room. */
export function addDeliveryPanel(panel: DeliveryPanel): void {
  panels.push({ title: panel.title, Content: lazy(async () => ({ default: await panel.load() })) });
}

export const deliveryPanels = (): readonly Shown[] => panels;
