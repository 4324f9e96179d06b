import type { World } from "../world.ts";

/** How many statements a call sends, before rows were added and after: equal where its cost does not grow with rows. */
export async function statementCosts(
  world: World,
  call: () => Promise<unknown>,
  addRows: () => Promise<unknown>,
): Promise<{ readonly few: number; readonly many: number }> {
  const few = await world.db.countStatements(call);
  await addRows();
  const many = await world.db.countStatements(call);
  if (few.statements === 0) throw new Error("no statement was counted");
  return { few: few.statements, many: many.statements };
}
