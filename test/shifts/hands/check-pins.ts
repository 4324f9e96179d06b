import type { Task } from "#features/deliveries/domain/delivery.ts";
import type { Server } from "../server.ts";
import type { Data, StoredReport } from "../server-db.ts";
import type { World } from "../world.ts";

interface Parts {
  readonly world: World;
  readonly server: Server;
}

/** A handover without the right PIN counts, and the office sees it; the digits stay in the phone's report (22). */
export function checkPins({ world, server }: Parts): void {
  const { data } = server;
  for (const one of data.reports.values())
    if (one.report.type === "succeed") checkHandover({ world, server }, one);
  for (const { command } of data.exceptions.values())
    if (command !== null && "pin" in command) world.broke(22, "the office sees the digits of a PIN");
}

function checkHandover({ world, server: { data } }: Parts, one: StoredReport): void {
  const { deliveryId, taskId, verdict } = one;
  const pin = data.pins.get(deliveryId ?? "");
  const isTaken = verdict.verdict === "accepted" || verdict.verdict === "conflict";
  if (pin === undefined || !isTaken) return;
  const task = data.deliveries.get(deliveryId ?? "")?.tasks.find(({ id }) => id === taskId);
  if (task?.kind === "deliver") compare(world, task, checkOf(one, pin), toldOf(data, task.id));
}

function compare(world: World, { outcome }: Task, check: keyof typeof TOLD, told: string | undefined): void {
  if (told !== TOLD[check]) world.broke(22, `a PIN was ${check}, and the office sees ${told ?? "nothing"}`);
  const { pinCheck = check } = outcome ?? {};
  if (pinCheck !== check) world.broke(22, "an outcome says of a PIN what was not so");
}

/** Missing proof of which the office is told, by what was typed. */
const TOLD = { right: undefined, wrong: "pin_wrong", "not said": "pin" } as const;

function checkOf({ report }: StoredReport, pin: string): keyof typeof TOLD {
  // Safe: the phone wrote it.
  const typed = (JSON.parse(report.body) as { readonly pin?: string }).pin;
  if (typed === undefined) return "not said";
  return typed === pin ? "right" : "wrong";
}

const toldOf = ({ exceptions }: Data, taskId: string): string | undefined =>
  `${exceptions.get(`proof:${taskId}`)?.facts["missing"] ?? ""}`
    .split(",")
    .find((need) => need === "pin" || need === "pin_wrong");
