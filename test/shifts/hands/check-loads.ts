import type { StoredReport } from "../server-db.ts";
import type { Server } from "../server.ts";
import type { World } from "../world.ts";
import { placesOf, readLoad, speaksOf } from "./load.ts";

/** Open findings of load checks are what each courier's last one found, part by part (21). */
export function checkLoads({ world, server }: { readonly world: World; readonly server: Server }): void {
  const { loads, reports } = server.data;
  const checks = [...reports.values()]
    .filter(({ report, verdict }) => report.type === "load_checked" && isTaken(verdict.verdict))
    .toSorted((a, b) => b.receivedAt - a.receivedAt || b.report.seq - a.report.seq)
    .map(({ user, report }) => ({ user, said: readLoad(report.body) }));
  const lastOf = (user: string, place: string) =>
    checks.find((one) => one.user === user && speaksOf(one.said, place));
  for (const [key, user] of loads) {
    const place = key.split(":").at(-1) ?? "";
    const last = lastOf(user, place);
    if (!last || !placesOf(last.said).includes(place)) world.broke(21, "an earlier load check is still open");
  }
  for (const check of checks)
    for (const code of check.said.foreign)
      if (lastOf(check.user, code) === check && !loads.has(`load:${check.user}:${code}`))
        world.broke(21, "the office does not see what a load check found");
}

const isTaken = (verdict: StoredReport["verdict"]["verdict"]): boolean =>
  verdict === "accepted" || verdict === "conflict";
