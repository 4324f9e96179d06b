import { useState } from "react";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { useCommand } from "#web/api/use-command.ts";
import { useWords } from "#web/i18n/words.ts";
import { showSnack } from "#web/ui/snackbar.tsx";
import { payAddress } from "../booking-draft.ts";
import { keyHeader, payLinkKey } from "../booking-key.ts";

/**
 * The link to pay an order with on any device: made at the first press, copied at each. A visitor who came by one
 * passes that one on.
 */
export function usePayLater(orderId: string, paymentId?: string) {
  const t = useWords("sender");
  const copy = (address: string): void =>
    void navigator.clipboard?.writeText(address).then(
      () => showSnack({ text: t("link.copied") }),
      // The link stands on the page as well.
      () => undefined,
    );
  const link = useCommand(deliveriesApi.linkToPay, {
    headers: keyHeader(orderId),
    onDone: ({ path }) => copy(addressOf(path)),
  });
  const [isPressed, setPressed] = useState(false);
  const key = payLinkKey(orderId);
  const given = key === null ? undefined : addressOf(`${payAddress(orderId)}#key=${key}`);
  const made = link.data && addressOf(link.data.path);
  const known = given ?? made;
  return {
    address: isPressed ? known : undefined,
    isPending: link.isPending,
    error: link.error,
    press: () => {
      setPressed(true);
      if (known === undefined) link.mutate({ id: orderId, ...(paymentId !== undefined && { paymentId }) });
      else copy(known);
    },
  };
}

const addressOf = (path: string): string => new URL(path, location.origin).href;
