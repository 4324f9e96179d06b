// Builds the roads of `FILE.osm.pbf` into a file, in a process of its own, and says what that took.
import { writeFileSync } from "node:fs";
import { buildInto, readStreets } from "#engines/roads/build.ts";

const [from, target, report] = process.argv.slice(2);
if (!from || !target || !report) throw new Error("say FILE.osm.pbf, a target and a report");
const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const rss = (): number => process.resourceUsage().maxRSS / 1e3;
const [began, before] = [cpu(), rss()];
const streets = await readStreets(from);
const [read, readPeak] = [cpu(), rss()];
await buildInto(target, streets, "bench");
writeFileSync(
  report,
  JSON.stringify({ reading: read - began, building: cpu() - read, before, readPeak, peak: rss() }),
);
