import { useQueryClient } from "@tanstack/react-query";

const KEYS = ["findings", "money", "payments", "refunds", "disputes", "receipts"] as const;

/** Reads the money anew, after something was done with it. @param onLook follows at once */
export function useMoneyAgain(onLook?: () => void): () => void {
  const client = useQueryClient();
  return () => {
    for (const key of KEYS) void client.invalidateQueries({ queryKey: [key] });
    onLook?.();
  };
}
