import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { TaskCommand } from "#features/deliveries/contract/commands.ts";
import { call } from "#web/api/call.ts";
import { newId } from "#web/api/new-id.ts";
import { Problem } from "#web/api/problem.ts";
import { courierApi } from "../contract/api.ts";
import type { CourierStop } from "../contract/api.ts";
import { dayQuery } from "./day-query.ts";

type Fact = TaskCommand extends infer C
  ? C extends TaskCommand
    ? Omit<C, "commandId" | "occurredAt" | "taskId" | "offline">
    : never
  : never;

/**
 * Records what happened at a stop. The command's id and time are made at the press and stay the same for every try of
 * it, so that a lost answer never records it twice.
 *
 * @throws Problem with the refusal of the command
 */
export function useRecord(stop: CourierStop | undefined, onDone: () => void = () => undefined) {
  const queries = useQueryClient();
  const pressed = useRef<{ text: string; commandId: string; occurredAt: string }>(undefined);
  return useMutation({
    mutationKey: ["courier", "record"],
    mutationFn: async (fact: Fact) => {
      if (!stop) return;
      const text = JSON.stringify(fact);
      if (pressed.current?.text !== text)
        pressed.current = { text, commandId: newId(), occurredAt: new Date().toISOString() };
      const { commandId, occurredAt } = pressed.current;
      const command = commandOf(fact, { commandId, occurredAt, taskId: stop.taskId });
      const { results } = await call(
        courierApi.recordCommands,
        { commands: [{ deliveryId: stop.deliveryId, command }] },
        { idempotencyKey: newId() },
      );
      const [result] = results;
      if (result?.result === "undecided") throw new Problem("http.busy", { status: 503 });
      pressed.current = undefined;
      if (result?.result === "refused")
        throw new Problem(result.code ?? "http.internal", { status: 409, facts: result.facts });
    },
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: dayQuery.queryKey }),
  });
}

/** A correction is always made with a network; every other fact says whether it was. */
function commandOf(fact: Fact, head: Pick<TaskCommand, "commandId" | "occurredAt" | "taskId">): TaskCommand {
  return fact.type === "correct" ? { ...fact, ...head } : { offline: false, ...fact, ...head };
}
