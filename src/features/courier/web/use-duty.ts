import { useState } from "react";
import { phone } from "./phone-view.ts";

/** Goes on duty or off it; positions are kept only on duty. */
export function useDuty() {
  const [error, setError] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);
  const keep = async (onDuty: boolean) => {
    setError(null);
    setPending(true);
    try {
      const here = await phone();
      const shift = { type: "shift", v: 1, body: { onDuty }, deliveryId: null, taskId: null, label: "" };
      await here.record([shift]);
      if (onDuty) await here.startDuty();
    } catch (problem) {
      setError(problem);
    } finally {
      setPending(false);
    }
  };
  return { error, isPending, keep };
}
