import * as z from "zod/mini";

/** Finds opened lately: numbers of deliveries and names of couriers, never who receives or where. */
const Recent = z.array(
  z.strictObject({
    href: z.string().check(z.startsWith("/")),
    label: z.string(),
    kind: z.enum(["delivery", "courier"]),
  }),
);
export type RecentFind = z.output<typeof Recent>[number];

const MOST = 6;
const keyOf = (person: string): string => `waybill.found.${person}`;

/** The newest first. A device that keeps nothing has none. */
export function recentFinds(person: string): readonly RecentFind[] {
  try {
    const parsed = Recent.safeParse(JSON.parse(localStorage.getItem(keyOf(person)) ?? "[]"));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}

export function keepFind(person: string, find: RecentFind): void {
  const rest = recentFinds(person).filter(({ href }) => href !== find.href);
  try {
    localStorage.setItem(keyOf(person), JSON.stringify([find, ...rest].slice(0, MOST)));
  } catch {
    // A full or closed storage: the find itself goes on.
  }
}
