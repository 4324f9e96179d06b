import type { FunctionComponent } from "react";
import type { Chosen } from "#features/delivery-pages/web/public.ts";
import { loadWords } from "#web/i18n/words.ts";
import "./words.ts";

interface LabelButtons {
  readonly ChosenLabels: FunctionComponent<Chosen>;
  readonly DeliveryLabels: FunctionComponent<{ deliveryId: string }>;
}

const nothing = () => null;

/** Buttons that print labels, with their words. Without a network they are not there: the server makes the labels. */
export async function loadPrintLabels(): Promise<LabelButtons> {
  try {
    const [buttons] = await Promise.all([import("./print-labels.tsx"), loadWords("labels")]);
    return buttons;
  } catch {
    return { ChosenLabels: nothing, DeliveryLabels: nothing };
  }
}
