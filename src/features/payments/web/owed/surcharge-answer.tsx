import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { call } from "#web/api/call.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import type { Payment } from "../../contract/api.ts";
import { useMe } from "../use-me.ts";
import { LinkSent } from "./send-link.tsx";

/** What came of asking for a surcharge: it takes the focus, for the dialog that asked is gone. */
export function SurchargeAnswer({ surcharge: { orderId, amount } }: { readonly surcharge: Payment }) {
  const t = useWords("money");
  const f = useFormat();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  const { isAsking, mailed } = useMailed(orderId);
  const address = new URL(`/book/pay/${orderId}`, location.origin).href;
  return (
    <div ref={place} tabIndex={-1} className="stack gap-2">
      <p>{t("surcharge.asked", { amount: f.money(amount) })}</p>
      {!isAsking && <LinkSent sent={{ address, mailed }} />}
    </div>
  );
}

/** Whether the sender of an order left a mail address; the finance role, which opens no orders, is not told. */
function useMailed(orderId: string) {
  const me = useMe();
  const { data, isLoading } = useQuery({
    queryKey: ["payments", "order", orderId],
    queryFn: ({ signal }) => call(deliveriesApi.readOrder, { id: orderId }, { signal }),
    enabled: me.may("delivery:read"),
    retry: false,
  });
  return { isAsking: isLoading, mailed: data && data.sender.email !== null };
}
