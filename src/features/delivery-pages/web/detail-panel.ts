import { type ComponentType, lazy, type LazyExoticComponent } from "react";

interface PanelProps {
  readonly deliveryId: string;
  readonly orderId: string;
  readonly number: string;
}

/**
 * A part of the delivery's page that a later room gives: its title's word stands here, its content there. One without a
 * title draws its own card, for the few deliveries that it has something to say of.
 */
export interface DeliveryPanel {
  readonly title:
    | null
    | "detail.evidence"
    | "detail.labels"
    | "detail.messages"
    | "detail.notices"
    | "detail.offers"
    | "detail.payment"
    | "detail.share";
  readonly load: () => Promise<ComponentType<PanelProps>>;
}

type Shown = Pick<DeliveryPanel, "title"> & {
  readonly Content: LazyExoticComponent<ComponentType<PanelProps>>;
};
const panels: Shown[] = [];

/** Called once per panel by the app's entry, which knows every room. */
export function addDeliveryPanel(panel: DeliveryPanel): void {
  panels.push({ title: panel.title, Content: lazy(async () => ({ default: await panel.load() })) });
}

export const deliveryPanels = (): readonly Shown[] => panels;
