import type { Server } from "../server.ts";
import type { World } from "../world.ts";
import { isTheirs, isWhole } from "./server-proofs.ts";

/** A picture stands only at a stop that its courier has or had (25). */
export function checkProofs({ world, server }: { readonly world: World; readonly server: Server }): void {
  const { deliveries, shots } = server.data;
  const tasks = new Map([...deliveries.values()].flatMap((one) => one.tasks.map((task) => [task.id, task])));
  for (const shot of shots.values()) {
    const task = tasks.get(shot.taskId);
    if (isWhole(shot) && !(task && isTheirs(task, shot.user)))
      world.broke(25, "a picture stands at a stop that was never its courier's");
  }
}
